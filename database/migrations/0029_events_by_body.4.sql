drop function app.rekey_github_events(uuid, integer);
