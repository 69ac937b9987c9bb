-- expand
-- Which GitHub App a connection was made with, by its client id: only that app renews and revokes the tokens.
-- null: the first app, before connections named theirs.

alter table public.github_integrations add column github_app text;
