"""The table of told changes: how a change is said, and what is true once it has happened.

Patterns match what follows the subject, without time expressions. `{old}` is the value that
ended, `{new}` the one that began, `{thing}` what changed where that is not the subject. States are
written for "he"; a state that begins with "=" replaces the subject as well.
The first pattern that matches decides, so the special stand before the general.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from memory.extraction.spelling import ABBREVIATED
from memory.vocabulary import Change


@dataclass(frozen=True, slots=True)
class ChangeVerb:
    """One way to tell a change. `of` limits it to people, to things, or to several people as its subject.

    `certain` is False for wide wordings, which may tell something passing as well.
    """

    told: str
    state: str
    change: Change = Change.EVENT
    of: Literal["any", "person", "thing", "couple"] = "any"
    certain: bool = True


_SERVICE = (
    r"(?:github|gitlab|bitbucket|slack|(?:microsoft |ms )?teams|discord|zoom|aws|azure|gcp|google cloud|heroku|vercel|netlify|cloudflare|mysql|postgres\w*|mariadb|sqlite|mongo(?:db)?|redis|jenkins|circleci|jira|trello|asana|linear|notion|evernote"
    r"|obsidian|onenote|spotify|tidal|deezer|netflix|chrome|firefox|safari|brave|gmail|outlook|proton ?mail|android|ios|iphone|windows|linux|ubuntu|debian|fedora|arch|macos|mac|vim|neovim|emacs|vs ?code|intellij|react|vue|angular|svelte|django"
    r"|flask|rails|python|java|kotlin|rust|golang|typescript|javascript|php|ruby|swift|scala|whatsapp|telegram|signal|shopify|woocommerce|wordpress|wix|squarespace|stripe|paypal|docker|podman|kubernetes|k8s|terraform|ansible|webpack|vite|npm|pnpm|yarn|excel|google sheets)"
)
_WORDS = rf"(?:[^.;]|\.(?=\d)|{ABBREVIATED})+?"
_WITHOUT_COMMA = rf"(?:[^.,;]|\.(?=\d)|{ABBREVIATED})+?"
_DRINKS = r"(?:coffee|tea|alcohol|booze|wine|beer|spirits|caffeine|soda|cola|coke|fizzy drinks|milk|energy drinks|drink)"
_FOODS = (
    r"(?:meat|red meat|fish|dairy|gluten|sugar|bread|carbs|eggs?|pork|beef|chicken|cheese|chocolate"
    r"|wheat|nuts|seafood|crisps|sweets|junk food|takeaways|snacks)"
)
SLOTS: Mapping[str, str] = {
    "new": rf"(?P<new>{_WORDS})",
    "old": rf"(?P<old>{_WORDS})",
    "old2": rf"(?P<old2>{_WORDS})",
    "thing": rf"(?P<thing>(?!(?:from|to|over|back|up|down)\b)(?:\w+'s |the |all |my |our |her |his |their |its )?{_WITHOUT_COMMA})",
    "role": rf"(?P<role>{_WORDS})",
    "verb": r"(?P<verb>[a-z]+)",
    "gerund": r"(?P<gerund>[a-z]{2,}ing)",
    "proper": rf"(?P<new>(?-i:(?!User\b)(?:the )?[A-Z0-9])(?:[^.;]|\.(?=\d)|{ABBREVIATED})*?)",
    "proper_old": rf"(?P<old>(?-i:(?!User\b)[A-Z0-9])(?:[^.;]|{ABBREVIATED})*?)",
    "owned": rf"(?P<old>(?:the|a|an|his|her|their|my|our|its|all|User's|both) {_WORDS})",
    "drink": rf"(?P<old>(?:\w+ )?{_DRINKS})",
    "food": rf"(?P<old>(?:\w+ )?{_FOODS})",
    "medicine": r"(?P<old>\w*(?:ine|in|ol|ide|ate|pril|one|am|pam|statin|pills?|tablets?|meds|blockers|inhalers?|steroids))",
    "medicine_new": r"(?P<new>[\w-]*(?:ine|in|ol|ide|ate|pril|one|am|pam|statins?|pill|tablets|meds|blockers|steroids)(?: \d+ ?m?c?g)?)",
    "number": r"(?P<new>(?:about |around )?[£$€]?\d[^.;]*?)",
    "clock": r"(?P<new>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|noon|midday|midnight|half \w+)",
    "day": r"(?P<new>(?:the )?(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)?(?: [A-Z][a-z]+)?(?: \d{4})?|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?)",
    "plan": r"(?P<new>(?:the |a |an )?(?:[\w-]+ )?(?:plan|tier|package|edition|version|subscription)\b|(?:the )?(?:basic|starter|standard|pro|plus|premium|business|team|enterprise|free|solo|ultimate|gold|silver|platinum)(?: plan| tier| edition| package)?)",
    "any": _WORDS,
    "service": rf"(?P<new>{_SERVICE}(?: v?\d[\w.]*)?)",
    # A firm as people type it; "started at nine", "at school", "at home" name none.
    "firm": r"(?P<new>(?!(?:the|an?|my|our|his|her|their|some|this|that|home|work|school|uni\w*|college|night|noon|midday|midnight|first|last|least|once|zero|half|age|(?:[a-z]+ )?o'clock|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d\S*)\b)[\w&'.-]+(?: [\w&'-]+)?)",
    "religion": r"(?P<new>Islam|Christianity|Judaism|Buddhism|Hinduism|Catholicism|Sikhism)",
}
"""What each `{slot}` of the table takes, as a pattern."""

_RETRACTION = Change.RETRACTION
_CORRECTION = Change.CORRECTION

_PLAIN: tuple[ChangeVerb, ...] = (
    ChangeVerb(r"lost (?:her|his|their|User's|my) (?P<old>job|licence|license|driving licence|passport|sense of smell|hearing|sight)", "does not have a {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:moved|relocated|transferred) (?P<thing>(?:\w+'s |the |my |our |her |his |their )?(?:\w+ )?(?:office|shop|warehouse|studio|headquarters|factory|practice|clinic|store|branch|workshop))(?: from {old})? to {new}", "= {thing} is in {new}"),
    # Corrections: what was stored was never so.
    ChangeVerb(r"(?:is|are) (?:actually )?(?:spelt|spelled|written) {new}(?:,| and)? not {old}", "is spelt {new}", _CORRECTION),
    ChangeVerb(r"(?:is|are) (?:actually )?(?:called|named) {new}(?:,| and) not {old}", "is called {new}", _CORRECTION),
    ChangeVerb(r"(?P<verb>is|are|starts|ends|lands|leaves|lives|works|owns|has|drives) (?:actually )?(?P<prep>on|in|at|from|to|with|by|for)? ?{new}, not (?:on|in|at|from|to|with|by|for)? ?{old}", "{verb} {prep} {new}", _CORRECTION),
    ChangeVerb(r"meant {new},? (?:not|instead of|rather than) {old}", "= {new}", _CORRECTION),
    # Retractions: something is over, and nothing is said to take its place.
    ChangeVerb(r"(?:is|are|am) no longer {new}", "is not {new}", _RETRACTION),
    ChangeVerb(r"(?:is|are|am) not {new} (?:any ?more|any longer|these days|now)", "is not {new}", _RETRACTION),
    ChangeVerb(r"(?:is|are) no {new} (?:any ?more|any longer)", "is no {new}", _RETRACTION),
    ChangeVerb(r"(?:has|have) no longer (?:got )?{new}", "does not have {new}", _RETRACTION),
    ChangeVerb(r"can no longer {new}", "can not {new}", _RETRACTION),
    ChangeVerb(r"no longer {verb} {new}", "does not {verb} {new}", _RETRACTION),
    ChangeVerb(r"no longer {verb}", "does not {verb}", _RETRACTION),
    ChangeVerb(r"(?:does|do) not {verb} {new} (?:any ?more|any longer|these days)", "does not {verb} {new}", _RETRACTION),
    ChangeVerb(r"(?:does|do) not {verb} (?:any ?more|any longer)", "does not {verb}", _RETRACTION),
    ChangeVerb(r"can not {new} (?:any ?more|any longer)", "can not {new}", _RETRACTION),
    ChangeVerb(r"(?:stopped|quit|gave up|given up|packed in|finished) {gerund} {old}", "does not {verb} {old}", _RETRACTION),
    ChangeVerb(r"(?:stopped|quit|gave up|given up|packed in) {gerund}", "does not {verb}", _RETRACTION),
    ChangeVerb(r"(?:quit|left|resigned from|handed in (?:her|his|their|User's|my) notice at) (?:her|his|their|User's|my|the) (?:job|post|role|position)(?: (?:at|with|in) {old})?", "does not work at {old|the old job}", _RETRACTION, "person"),
    ChangeVerb(r"(?:gave up|given up(?: on)?|cut out|stopped|quit|went off|swore off|kicked) {drink}", "does not drink {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:gave up|given up(?: on)?|cut out|stopped|quit|went off|swore off) {food}", "does not eat {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:gave up|given up|quit|kicked) (?P<old>cigarettes|fags|vapes|tobacco|nicotine)", "does not smoke", _RETRACTION, "person"),
    ChangeVerb(r"(?:came off|come off|stopped|tapered off|weaned off|went off|finished|was taken off) (?:the |her |his |their |User's |my )?{medicine}", "does not take {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:tapered|weaned|came|come|taken|went) (?:themselves |himself |herself )?off {old}", "does not take {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:gave up|given up)(?: on)? {old}", "has given up {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:got over|recovered from|got rid of|beat) (?:the |her |his |their |User's |my )?(?P<old>flu|covid|cancer|infection|injury|virus|pneumonia|shingles)", "does not have {old}", _RETRACTION, "person"),
    ChangeVerb(r"was (?:laid off|let go|sacked|fired|made redundant)(?: (?:from|by) {old})?", "does not work at {old|the old job}", _RETRACTION, "person"),
    ChangeVerb(r"got (?:laid off|sacked|fired|made redundant)(?: (?:from|by) {old})?", "does not work at {old|the old job}", _RETRACTION, "person"),
    ChangeVerb(r"moved out of {old}", "does not live in {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:broke up|split up|split|separated) (?:with|from) {old}", "is not in a relationship with {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:broke up|split up|separated)", "is no longer together", _RETRACTION, "couple"),
    ChangeVerb(r"(?:broke up|split up|separated)", "is no longer with their partner", _RETRACTION, "person"),
    ChangeVerb(r"(?:got |was )?divorced(?: (?:from )?{old})?", "is divorced", Change.EVENT, "person"),
    ChangeVerb(r"(?:has |have )?(?:sold|gave away|given away|got rid of|scrapped|binned|dumped|ditched|returned|rehomed) {owned}", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:cancelled|canceled|terminated|ended) {owned}", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:packed up|left|sold up in) {old} and (?:moved|relocated) to {new}", "lives in {new}", Change.EVENT, "person"),
    ChangeVerb(r"left {old} (?:for|to join) {new}", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:dropped|pulled|backed|bowed|opted) out of (?P<old>(?:the|a|an|my|our|his|her|their|its|User's) [^.;]+?)", "has left {old}", _RETRACTION, "person"),
    ChangeVerb(r"(?:left|dropped out of|resigned from) {proper_old}", "is not at {old}", _RETRACTION, "person"),
    ChangeVerb(r"stepped down (?:as|from) {old}", "is not {old}", _RETRACTION, "person"),
    ChangeVerb(r"had to (?:put|have) {thing} (?:down|put down|put to sleep|euthani[sz]ed)", "= {thing} is dead", Change.EVENT, "person"),
    ChangeVerb(r"(?:died|passed away|was put down|was put to sleep)", "is dead", Change.EVENT),
    ChangeVerb(r"(?:closed down|shut down|closed|folded|went bust|went out of business)", "is closed", Change.EVENT, "thing"),
    ChangeVerb(r"(?:was|were) (?:switched off|decommissioned|retired|discontinued|scrapped)", "is not in use", _RETRACTION, "thing"),
    ChangeVerb(r"(?:was|were) cancelled", "is cancelled", Change.EVENT, "thing"),
    # From one to another.
    ChangeVerb(r"(?:changed|took) (?:her|his|their|User's|my|its|the) (?P<thing>(?:sur|last |first |user|display |middle )?name)(?: from {old})? (?:to|as) {new}", "= {s}'s {thing} is {new}"),
    ChangeVerb(r"(?:switched|changed|moved) jobs? (?:from {old} )?to {new}", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:moved|relocated|shifted|emigrated|transferred) (?:house |home |back |over |across |down |up )?(?:from {old} )?(?:back )?(?:over )?to {clock}", "is at {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:was |were |got |has been )?(?:moved|pushed(?: back)?|brought forward|rescheduled|postponed|shifted|put back) (?:from {old} )?to {day}", "is on {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:was |were |got |has been )?(?:moved|pushed(?: back)?|brought forward|rescheduled|postponed|shifted|put back) (?:from {old} )?to {clock}", "is at {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:moved|migrated|gone|went) (?:over )?(?:from {old} )?(?:over )?to {service}(?: from {old2})?", "uses {new}"),
    ChangeVerb(r"moved in(?:to)?[,:]? (?:an? |the |my |our |to a )?(?:new |small |little |big )*(?:flat|house|apartment|place|room|studio|cottage) in {proper}", "lives in {new}", Change.EVENT, "person"),
    ChangeVerb(r"moved in with {new}", "lives with {new}", Change.EVENT, "person"),
    ChangeVerb(r"moved (?:back )?into {new}", "lives in {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:moved|relocated|emigrated|settled|resettled) (?:house |home |back |over |across |down |up )?(?:from {old} )?(?:back )?(?:to|in|over to|out to|down to|up to) {new} from {old2}", "lives in {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:moved|relocated|emigrated|settled|resettled) (?:house |home |back |over |across |down |up )?(?:from {old} )?(?:back )?(?:to|in|over to|out to|down to|up to) {new}", "lives in {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:moved|relocated) (?:from {old} )?to {new}", "is in {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:switched|changed|swapped|moved|transferred) (?P<thing>(?:[\w']+ )*(?:broadband|internet|insurance|energy|electricity|gas|bank|banks|account|contract|mortgage|pension|provider|supplier|network|business))(?: over)?(?: from {old})? to {new}", "= {thing} is with {new}"),
    ChangeVerb(r"(?:switched|changed|swapped|migrated|moved|converted|ported|cut over|transferred|repointed) {thing} (?:over )?from {old} to {new}", "= {thing} is on {new}"),
    ChangeVerb(r"(?:switched|changed|swapped|migrated|moved|went over|gone over|converted|transitioned|cut over|crossed over) (?:over )?from {old} to {new}", "uses {new}"),
    ChangeVerb(r"(?:has )?(?:gone|went|switched|migrated|converted|cut|crossed) over to {new}", "uses {new}"),
    ChangeVerb(r"(?:upgraded|downgraded|switched|changed) {thing} to (?P<new>an? (?:new |used |second[- ]hand )?{any})", "= {thing} is {new}"),
    ChangeVerb(r"(?:upgraded|downgraded|bumped|updated) {thing} (?:from {old} )?to {new}", "= {thing} is on {new}"),
    ChangeVerb(r"(?:was |were |got )?(?:upgraded|downgraded|bumped|updated|moved up|stepped up) (?:from {old} )?to {plan}", "is on {new}"),
    ChangeVerb(r"(?:was |were |got )?(?:upgraded|downgraded|bumped|updated) (?:from {old} )?to {new}", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:was |were |got )?(?:upgraded|downgraded|bumped|updated|went) (?:from {old} )?to {new}", "runs {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:was |were )?(?:migrated|ported|moved) (?:from {old} )?to {new}", "is on {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:switched|migrated|moved|swapped|changed|converted|repointed) {thing} (?:over )?to {new}", "= {thing} is on {new}"),
    ChangeVerb(r"(?:switched|converted|transitioned|migrated|changed) (?:over )?to {religion}", "is {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:switched|changed|transitioned|migrated|moved over|swapped) (?:over )?to {new}", "uses {new}"),
    ChangeVerb(r"converted to {new}", "has converted to {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:swapped|traded in|traded|exchanged|part-exchanged) {old} (?:in )?for {new}", "has {new}"),
    ChangeVerb(r"replaced {old} (?:with|by) {new}", "has {new}"),
    ChangeVerb(r"(?:was|were) replaced (?:with|by) {new}", "= {new} is in its place"),
    ChangeVerb(r"(?:ditched|dropped|dumped|gave up|binned|abandoned) {old} (?:for|in favour of|in favor of) {new}", "uses {new}"),
    # Names and posts.
    ChangeVerb(r"(?:was |were |has been )?(?:renamed|rebranded)(?: from {old})?(?: to| as)? {new}", "is called {new}", Change.EVENT, "thing"),
    ChangeVerb(r"renamed {thing} (?:to|as) {new}", "= {thing} is called {new}"),
    ChangeVerb(r"(?:was |were |got |has been )?(?:promoted|elevated|made up) (?:from {old} )?(?:to|as) {new}", "= {s}'s job title is {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:was|were|got|has been) (?:appointed|made|named|elected)(?: as)? {new}", "is {new}", Change.EVENT, "person"),
    ChangeVerb(r"took over (?:from {old} )?as {new}", "is {new}", Change.EVENT, "person"),
    ChangeVerb(r"took over {new} from {old}", "is in charge of {new}", Change.EVENT, "person"),
    ChangeVerb(r"took over {new}", "is in charge of {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:became|has become|turned into) {new}", "is {new}"),
    # Work and study.
    ChangeVerb(r"(?:joined|signed up (?:to|with)|became a member of) {proper} as {role}", "works at {new} as {role}", Change.EVENT, "person"),
    ChangeVerb(r"joined {proper}", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:joined|signed up (?:to|for)) {new}", "is a member of {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:got|took|landed|started|accepted|began) (?:a |the |User's |my |her |his |their )?(?:new )?(?:job|position|role|post) (?:at|with|for) {new}(?: as {role})?", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:got|took|landed|started|accepted|began) (?:a |the |User's |my |her |his |their )?(?:new )?(?:job|position|role|post) as {role}(?: (?:at|with|for) {new})?", "works as {role}", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began) (?:working )?(?:at|with|for) {proper}(?: as {role})?", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began) (?:working |work )?at {firm}", "works at {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began) as {role}(?: (?:at|with|for) {new})?", "works as {role}", Change.EVENT, "person"),
    ChangeVerb(r"(?:enrolled|started|began) (?:at |in |on |studying )?(?:university |uni |college )(?:at|in) {new}", "studies at {new}", Change.EVENT, "person"),
    ChangeVerb(r"enrolled (?:at|in|on) {new}", "is enrolled at {new}", Change.EVENT, "person"),
    ChangeVerb(r"retired(?: (?:from|as) {old})?", "is retired", Change.EVENT, "person"),
    ChangeVerb(r"graduated(?: (?:from|in|with) {old})?", "has graduated", Change.EVENT, "person"),
    ChangeVerb(r"(?:went|turned|has gone) (?P<new>self[- ]employed|freelance|part[- ]time|full[- ]time|vegan|vegetarian|pescatarian|veggie|gluten[- ]free|dairy[- ]free|teetotal|sober|paperless|remote)", "is {new}", Change.EVENT),
    ChangeVerb(r"hired {new} as {role}", "= {new} is {role}"),
    # Family and life.
    ChangeVerb(r"(?:got|is|are|has got|have got) (?:just )?engaged(?: to {new})?", "is engaged{ to new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:got married|tied the knot|got hitched)(?: (?:to|with) {new})?", "is married{ to new}", Change.EVENT, "person"),
    ChangeVerb(r"married {new}", "is married to {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:got|went) back together(?: with {new})?", "is in a relationship{ with new}", Change.EVENT, "person"),
    ChangeVerb(r"started (?:dating|going out with) {new}", "is in a relationship with {new}", Change.EVENT, "person"),
    ChangeVerb(r"started seeing (?P<new>someone|somebody|(?:an?|this) (?:new |nice |lovely )?(?:girl|guy|man|woman|boy|bloke|lad|lass)\b[^.;]*|(?-i:(?!Dr\b|Mr\b|Mrs\b|Ms\b|Prof\b)[A-Z])[^.;]*?)", "is in a relationship with {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:had|gave birth to|welcomed) (?P<new>(?:a|our|their|User's|her|his) (?:first |second |third )?(?:baby|boy|girl|son|daughter|twins)[\w ]*|twins)", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"turned (?P<new>\d{1,3})", "is {new} years old", Change.EVENT),
    ChangeVerb(r"(?:was|were|got|has been) (?:just )?diagnosed (?:with|as) {new}", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:developed|caught|contracted) {new}", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:was |were |got |has been )?(?:put|started|went|gone) (?:back )?on (?:the )?{medicine_new}", "takes {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began|took up) (?:taking|using) {new}", "takes {new}", Change.EVENT, "person"),
    ChangeVerb(r"passed (?:her|his|their|User's|my|the) driving test", "has a driving licence", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began|has started|has begun) {gerund} {new}", "is {gerund} {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:started|began|has started|has begun) {gerund}", "is {gerund}", Change.EVENT, "person"),
    ChangeVerb(r"took up {new}", "has taken up {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:adopted|fostered) {new}", "has {new}", Change.EVENT, "person"),
    # Having and numbers.
    ChangeVerb(r"(?:has |have )?(?:bought|purchased|acquired|inherited|leased) (?!(?:(?:an?|some|the|another|my|two) )?(?:\w+ )??(?:coffees?|teas?|beers?|drinks?|pints?|lunch|dinner|breakfast|snacks?|sandwich(?:es)?|cakes?|pizzas?|food|groceries|bread|milk|tickets?|flowers|rounds?)\b){new}", "has {new}"),
    ChangeVerb(r"(?:got|picked up|have got|has got) (?P<new>(?:a|an|User's|my|our|the) (?:new|second|third|used|second-hand|rescue|company) [\w -]+)", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:got|picked up) (?P<new>an? (?:\w+ )?(?:dog|puppy|cat|kitten|rabbit|car|van|bike|phone|laptop|flat|house|dishwasher|piano|guitar))", "has {new}", Change.EVENT, "person"),
    ChangeVerb(r"renewed {new}", "has {new}"),
    ChangeVerb(r"outgrew {old}|has outgrown {old2}", "does not use {old}", _RETRACTION),
    ChangeVerb(r"(?:went up|rose|increased|grew|climbed|jumped|dropped|fell|went down|decreased|shrank|came down|went) (?:from {old} )?to {number}", "is {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:was |were )?(?:raised|increased|cut|lowered|reduced|put up|set|changed) (?:from {old} )?to {new}", "is {new}", Change.EVENT, "thing"),
    ChangeVerb(r"put {thing} (?:up|down) (?:from {old} )?to {new}", "= {thing} is {new}"),
    ChangeVerb(r"(?:raised|increased|cut|lowered|reduced|put up|put|set|changed) {thing} (?:from {old} )?to {new}", "= {thing} is {new}"),
    ChangeVerb(r"painted {thing} (?P<new>(?:\w+ )?(?:white|black|red|green|blue|yellow|grey|gray|pink|orange|purple|brown|cream|navy|teal))", "= {thing} is {new}"),
    ChangeVerb(r"(?:opened|launched) {new}", "has {new}", Change.EVENT, "any"),
    ChangeVerb(r"dropped (?P<old>(?:the|my|our|her|his|their|User's) (?:[\w-]+ ){0,3}?(?:membership|subscription|plan|package|tier|class|course|module|policy|cover|insurance|contract|account|add-on|diet|habit|thing|project|client|charge|case))", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:turned off|disabled|switched off|removed|scrapped) {owned}", "does not have {old}", _RETRACTION),
)  # fmt: skip

# Wider and vaguer ways to tell a change, tried last.
_WIDE: tuple[ChangeVerb, ...] = (
    ChangeVerb(r"(?:had|got) {thing} (?:replaced|swapped|changed|exchanged) (?:with|by|for|to) {new}", "has {new}"),
    ChangeVerb(r"(?:had|got) {old} (?:removed|taken (?:out|off|down|away)|lasered off|cut off|shaved off|pulled out|ripped out|disconnected|extracted)", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:had|got) {new} (?:fitted|installed|put in|put up|built|delivered|connected|implanted)", "has {new}"),
    ChangeVerb(r"(?:had|got) {thing} (?P<new>fixed|repaired|mended|treated|serviced|extended|approved)", "= {thing} is {new}"),
    ChangeVerb(r"(?:went|switched|returned|moved|reverted|changed|rolled) back (?:over )?to (?:the |using )?{new}", "is on {new} again"),
    ChangeVerb(r"(?:returned|reverted) to {new}", "is on {new} again"),
    ChangeVerb(r"(?:resigned|quit|stood down|stepped down|stepped back|retired) as {old}", "is not {old}", _RETRACTION, "person"),
    ChangeVerb(r"was succeeded as {role} by {new}", "= {new} is {role}"),
    ChangeVerb(r"(?:replaced|succeeded) {old} as {role}", "is {role}"),
    ChangeVerb(r"(?:was|were|got|has been) (?:elected|voted|chosen|picked|hired|named|crowned|ordained)(?: as)? {new}", "is {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:qualified|trained|retrained|registered|requalified) as {new}", "is {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:learned|learnt) (?:how )?to {new}", "can {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:signed|re-signed) (?:for|with) {new}", "is with {new}", Change.EVENT),
    ChangeVerb(r"(?:was|were|has been|have been) (?:extended|shortened|prolonged|widened|halved|doubled|capped|limited|brought (?:down|up|forward)|pushed(?: back)?|put back|postponed|rescheduled) (?:from {old} )?(?:to|until|at) {new}", "is {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:extended|shortened|halved|doubled|capped|limited|renegotiated|trimmed) {thing} (?:from {old} )?(?:to|at) {new}", "= {thing} is {new}"),
    ChangeVerb(r"(?:was|were|got|has been|have been) (?:called off|abolished|revoked|withdrawn|deleted|removed|taken down|lifted|dissolved|disbanded|dropped|scrapped|suspended|blocked|rejected|voided|waived|reversed|ended|demolished|written off|stolen)", "is gone", _RETRACTION, "thing"),
    ChangeVerb(r"(?:was|were|got|has been|have been) (?P<new>extended|fixed|repaired|refunded|approved|reinstated|restored|settled|paid|paid off|delivered|finished|completed|installed|enabled|switched on|turned on|verified|renewed|reopened|merged|signed|lifted|cleared|unblocked|unlocked)", "is {new}", Change.EVENT, "thing"),
    ChangeVerb(r"(?:expired|lapsed|ran out|was not renewed)", "has expired", Change.EVENT, "thing"),
    ChangeVerb(r"(?:did not renew|let go of|handed back|gave back|sent back|took back|wound up) {old}", "does not have {old}", _RETRACTION),
    ChangeVerb(r"gave {old} (?:back|away|up|to .+)", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:deleted|closed|shut|removed|uninstalled|lifted|abolished|scrapped|axed|called off|dissolved|took down|phased out|withdrew|discontinued|abandoned) {old}", "does not have {old}", _RETRACTION),
    ChangeVerb(r"(?:cancelled|canceled|dropped(?! (?:off|in|by|out|my|our|the|an?|some|her|his|their|User's)\b)|quit|left|gave up|dumped|binned|ditched) (?!User\b|(?:me|us|him|her|them)\b){old}", "has left {old}", _RETRACTION),
    ChangeVerb(r"broke (?:her|his|their|User's|my|an?|the) {new}", "has a broken {new}", Change.EVENT, "person"),
    ChangeVerb(r"(?:recovered(?: from {old})?|made a full recovery|healed)", "has recovered", Change.EVENT),
    ChangeVerb(r"(?P<told>passed|completed|finished|failed) (?P<new>(?:the|her|his|their|my|User's|all|an?) [^.;]+?)", "has {told} {new}"),
    ChangeVerb(r"(?:added|introduced|set up|brought in|installed|built|switched on|turned on|enabled) {new}", "has {new}"),
    ChangeVerb(r"(?:is|are) (?:now )?down to {new}", "has {new}", Change.EVENT),
    ChangeVerb(r"(?:is|are) (?:now )?back (?P<prep>on|at|in|to|with) {new}", "is {prep} {new} again", Change.EVENT),
    ChangeVerb(r"called (?:it|the \w+) (?:off|quits)", "has called it off", _RETRACTION),
)  # fmt: skip

CHANGES: tuple[ChangeVerb, ...] = (
    *_PLAIN,
    *(replace(row, certain=False) for row in _WIDE),
)
