-- expand
-- Codes of text messages are short, so each challenge takes a few guesses only.

alter table auth.mfa_challenges add column wrong_codes smallint not null default 0;
