"""What may be remembered of a person: categories that are switched off, or asked about first."""
