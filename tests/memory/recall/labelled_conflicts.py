"""Statements beside a constraint, labelled by hand: does the statement tell of something that the
constraint rules out? `tests/memory/recall/test_conflicts.py` asks the table of words, and
`bench/conflicts.py` compares it with the models."""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    constraint: str
    statement: str
    conflict: bool


VEGETARIAN = "User is vegetarian."
VEGAN = "User has been vegan since 2019."
PEANUTS = "User is allergic to peanuts."
NUTS = "User has a severe tree nut allergy."
SHELLFISH = "User is allergic to shellfish."
COELIAC = "User has coeliac disease."
LACTOSE = "User is lactose intolerant."
SOBER = "User has been sober since 2022."
KOSHER = "User keeps kosher."
HALAL = "User eats only halal food."
DIABETES = "User has type 2 diabetes."
WHEELCHAIR = "User uses a wheelchair."
CATS = "User is allergic to cats."
PENICILLIN = "User is allergic to penicillin."
ASPIRIN = "User must not take ibuprofen or aspirin because of stomach ulcers."
FLYING = "User is afraid of flying."
HEIGHTS = "User is afraid of heights."
PREGNANT = "User is pregnant."
CILANTRO = "User cannot stand coriander."
LATEX = "User has a latex allergy."
NO_PORK = "User does not eat pork."
EGGS = "User cannot eat eggs or sesame."
CALLS = "User must not be called before 10 am."
STROBE = "User has photosensitive epilepsy."

PAIRS = [
    *(Pair(VEGETARIAN, said, True) for said in (
        "User booked the steakhouse on rue Mercière for nine people.",
        "User ordered chicken wings for the game night.",
        "User reserved a table at a churrascaria.",
        "User bought salmon for Sunday lunch.",
        "User's team wants a barbecue on Friday.",
        "User made spaghetti bolognese with minced beef.",
        "User ate at a burger place in Ghent.",
        "User ordered twelve oysters for the reception.",
        "User is planning a hog roast for the wedding.",
        "User's favourite sandwich is ham and cheese.",
    )),
    *(Pair(VEGETARIAN, said, False) for said in (
        "User booked a vegan steakhouse for Friday.",
        "User ordered the veggie burger.",
        "User does not eat chicken.",
        "User used to love steak.",
        "User has a dog called Bacon Junior's friend Max.",
        "User booked a table at a pizzeria.",
        "User gave up meat in 2019.",
        "User likes omelettes with leeks.",
        "User works as head of marketing.",
        "User learned pottery in the evening.",
        "User stopped eating fish last year.",
        "User's neighbour plays the radio loudly.",
    )),
    *(Pair(VEGAN, said, True) for said in (
        "User ordered a cheesecake for the party.",
        "User reserved a fondue evening.",
        "User had an omelette for lunch.",
        "User put honey on the shopping list.",
        "User orders a cappuccino every morning.",
        "User booked a sushi place.",
    )),
    *(Pair(VEGAN, said, False) for said in (
        "User drinks coffee with oat milk.",
        "User bought vegan cheese.",
        "User baked bread without butter.",
        "User ordered a lentil curry.",
        "User's egg-free cake was a success.",
    )),
    *(Pair(PEANUTS, said, True) for said in (
        "User ordered chicken satay for the team.",
        "User booked a cooking class for pad thai.",
        "User bought peanut butter for the office.",
        "User had kung pao last Friday.",
    )),
    *(Pair(PEANUTS, said, False) for said in (
        "User asked for a cake without peanuts.",
        "User had a bad reaction after the allergy to peanuts was found.",
        "User bought a nut-free granola.",
        "User grows potatoes.",
        "User booked a table for two at the Thai place.",
    )),
    *(Pair(NUTS, said, True) for said in (
        "User baked an almond cake for her class.",
        "User ordered baklava for the farm trip.",
        "User's class sold walnut brownies.",
        "User made pesto for the lunch.",
    )),
    *(Pair(NUTS, said, False) for said in (
        "User ordered a nut-free lunch for the farm trip.",
        "User needs nuts and bolts for the shelf.",
        "User drinks almond-free hot chocolate.",
        "User put a screw in the wall.",
    )),
    *(Pair(SHELLFISH, said, True) for said in (
        "User booked the lobster dinner in Maine.",
        "User ordered paella for eight.",
        "User had prawns at the harbour.",
    )),
    *(Pair(SHELLFISH, said, False) for said in (
        "User ordered grilled salmon.",
        "User collects sea shells.",
        "User avoids prawns and crab.",
    )),
    *(Pair(COELIAC, said, True) for said in (
        "User ordered pizza for the movie night.",
        "User's team goes to a ramen bar on Thursdays.",
        "User bakes sourdough on Sundays.",
    )),
    *(Pair(COELIAC, said, False) for said in (
        "User ordered a gluten-free pizza.",
        "User cooked rice with beans.",
        "User found gluten-free beer.",
        "User has a bread knife from his father.",
    )),
    *(Pair(LACTOSE, said, True) for said in (
        "User wants ice cream after the concert.",
        "User booked a raclette evening.",
    )),
    *(Pair(LACTOSE, said, False) for said in (
        "User drinks coconut milk.",
        "User buys lactose-free yoghurt.",
        "User put cocoa butter on her hands.",
    )),
    *(Pair(SOBER, said, True) for said in (
        "User's sister wants a champagne reception.",
        "User booked a wine tasting for the clients.",
        "User bought a case of beer for the team.",
        "User was invited to a pub crawl.",
    )),
    *(Pair(SOBER, said, False) for said in (
        "User orders alcohol-free beer.",
        "User quit drinking wine years ago.",
        "User's supporter is called Callum.",
        "User drinks ginger ale at parties.",
        "User booked a non-alcoholic cocktail class.",
    )),
    *(Pair(KOSHER, said, True) for said in (
        "User booked a seafood restaurant for the clients.",
        "User ordered bacon rolls for the meeting.",
    )),
    *(Pair(KOSHER, said, False) for said in (
        "User booked a kosher deli.",
        "User ordered roast chicken.",
    )),
    *(Pair(HALAL, said, True) for said in (
        "User's office party has a wine bar.",
        "User ordered a pepperoni pizza for the team.",
    )),
    *(Pair(HALAL, said, False) for said in ("User ordered a lamb kebab.", "User likes lentil soup.")),
    *(Pair(DIABETES, said, True) for said in (
        "User wants a chocolate cake for her birthday.",
        "User ordered doughnuts for the office.",
    )),
    *(Pair(DIABETES, said, False) for said in (
        "User drinks sugar-free cola.", "User walks ten thousand steps a day."
    )),
    *(Pair(WHEELCHAIR, said, True) for said in (
        "User plans a hike in the Alps with colleagues.",
        "User found a walk-up on the fourth floor.",
    )),
    *(Pair(WHEELCHAIR, said, False) for said in (
        "User found a flat on the ground floor.",
        "User booked a hotel with a lift and no steps.",
    )),
    *(Pair(CATS, said, True) for said in (
        "User's flatmate wants to adopt a kitten.", "User's date suggested a cat café."
    )),
    *(Pair(CATS, said, False) for said in (
        "User has a dog called Rex.", "User's category lead is called Tom.",
        "User catalogues old maps.",
    )),
    *(Pair(PENICILLIN, said, True) for said in ("User was prescribed amoxicillin for a week.",)),
    *(Pair(PENICILLIN, said, False) for said in ("User takes vitamin D in winter.",)),
    *(Pair(ASPIRIN, said, True) for said in (
        "User takes aspirin for headaches.", "User bought ibuprofen for the trip."
    )),
    *(Pair(ASPIRIN, said, False) for said in ("User takes paracetamol for headaches.",)),
    *(Pair(FLYING, said, True) for said in (
        "User's company booked a flight to Oslo.", "User got plane tickets as a gift."
    )),
    *(Pair(FLYING, said, False) for said in ("User takes the night train to Oslo.",)),
    *(Pair(HEIGHTS, said, True) for said in (
        "User's friends want to go bungee jumping.", "User booked a rooftop bar."
    )),
    *(Pair(HEIGHTS, said, False) for said in ("User's son is tall for his age.",)),
    *(Pair(PREGNANT, said, True) for said in (
        "User booked a sushi dinner.", "User was given a bottle of wine."
    )),
    *(Pair(PREGNANT, said, False) for said in ("User takes folic acid.",)),
    *(Pair(CILANTRO, said, True) for said in ("User ordered a curry with coriander.",)),
    *(Pair(CILANTRO, said, False) for said in ("User ordered a curry with basil.",)),
    *(Pair(LATEX, said, True) for said in ("User ordered latex gloves for the lab.",)),
    *(Pair(LATEX, said, False) for said in ("User writes her thesis in LaTeX-free Word.",)),
    *(Pair(NO_PORK, said, True) for said in ("User ordered a ham sandwich.",)),
    *(Pair(NO_PORK, said, False) for said in ("User ordered a beef stew.",)),
    *(Pair(EGGS, said, True) for said in (
        "User made a quiche for the picnic.", "User buys hummus every week."
    )),
    *(Pair(EGGS, said, False) for said in ("User likes tomato soup.",)),
    *(Pair(CALLS, said, False) for said in (
        "User works at Vlasberg.", "User's call with the bank was moved to Friday at noon.",
    )),
    *(Pair(STROBE, said, True) for said in ("User got tickets for a laser show.",)),
    *(Pair(STROBE, said, False) for said in ("User got tickets for the opera.",)),
]  # fmt: skip

# Written after the table and never used to change it.
ASIDE = [
    *(Pair(VEGETARIAN, said, True) for said in (
        "User's uncle is bringing venison stew to the family dinner.",
        "User bought duck confit in Paris.",
        "User ordered clam chowder for the team lunch.",
        "User's colleagues voted for the rotisserie.",
        "User reserved the butcher's table for eight people.",
        "User has a voucher for an all-you-can-eat sushi bar.",
        "User's boss picked the smokehouse for the Christmas party.",
        "User packed tuna sandwiches for the hike.",
    )),
    *(Pair(VEGETARIAN, said, False) for said in (
        "User plants tomatoes on the balcony.", "User's sister raises chickens on her farm as pets.",
        "User would rather have a salad than a burger.", "User likes the sausage dog next door.",
        "User's team lost the match on Saturday.", "User ordered falafel for everybody.",
    )),
    *(Pair(VEGAN, said, True) for said in (
        "User bought a croissant with butter at the station.", "User got a box of milk chocolate.",
        "User wants to try the new gelateria.", "User's aunt knits and makes scrambled eggs for brunch.",
    )),
    *(Pair(VEGAN, said, False) for said in (
        "User makes hummus at home.", "User bought soy milk and tofu.",
        "User skipped the cheese course.", "User's cream sofa arrived.",
    )),
    *(Pair(PEANUTS, said, True) for said in (
        "User ordered a Snickers ice cream.", "User cooked gado-gado for the neighbours.",
        "User got a jar of peanut brittle.",
    )),
    *(Pair(NUTS, said, True) for said in (
        "User bought mixed nuts for the party.", "User ordered carrot cake with pecans.",
        "User booked a tasting of Nutella crêpes.",
    )),
    *(Pair(NUTS, said, False) for said in ("User cracked the case.", "User grows coconuts on a farm.")),
    *(Pair(COELIAC, said, True) for said in (
        "User ordered a tray of sandwiches.", "User's son wants waffles on Sunday.",
        "User booked a tour of a brewery with beer tasting.", "User signed up for a pasta class.",
    )),
    *(Pair(COELIAC, said, False) for said in (
        "User buys polenta and rice.", "User works as a baker of gluten-free bread.",
    )),
    *(Pair(SOBER, said, True) for said in (
        "User got a gin set as a leaving present.", "User's office meets for cocktails on Thursdays.",
        "User's cousin runs a beer garden and invited him.", "User's friends plan a boozy brunch.",
    )),
    *(Pair(SOBER, said, False) for said in (
        "User goes to a meeting every Tuesday.", "User ordered sparkling water for the toast.",
        "User walks along the port.", "User's friends went to the pub without him.",
    )),
    *(Pair(WHEELCHAIR, said, True) for said in (
        "User was invited to climb the cathedral tower.", "User's new office is up two flights of stairs.",
    )),
    *(Pair(WHEELCHAIR, said, False) for said in ("User plays wheelchair basketball.", "User moved to Lyon.")),
    *(Pair(FLYING, said, True) for said in ("User's airline ticket to Rome is for 3 May.", "User is to fly to Boston.")),
    *(Pair(FLYING, said, False) for said in ("User took the ferry to Crete.", "User swats flies in summer.")),
    *(Pair(CATS, said, True) for said in ("User looks after the neighbour's cat next week.",)),
    *(Pair(CATS, said, False) for said in ("User feeds the fish.",)),
    *(Pair(HALAL, said, True) for said in ("User's table has a bottle of prosecco.", "User ordered spare ribs.")),
    *(Pair(KOSHER, said, True) for said in ("User reserved an oyster bar.", "User likes prosciutto.")),
    *(Pair(PENICILLIN, said, True) for said in ("User's doctor wrote a prescription for Augmentin.",)),
]  # fmt: skip
