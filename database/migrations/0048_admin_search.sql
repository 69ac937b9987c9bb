-- The admins' list of people: every order and every search reads an index, however many accounts there are. They are built in the next step.

-- replaces e6df6325ba31b637fd53e72305cf61ea61e15169abafd52fca431d2c4ad94a78
