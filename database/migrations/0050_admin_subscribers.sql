-- The admins' list of subscribers: every order reads an index, however many subscriptions there are. They are built in the next step.

-- replaces d8b90cb574b5b67524a5d16f4b73dbb5a05a5263925b607388295a13d578edae
