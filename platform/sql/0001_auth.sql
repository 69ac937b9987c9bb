-- The identity service's memory, with the tables and columns that clients and seeds of Supabase Auth expect.
-- No API role may touch it; requests see themselves through auth.uid() and its siblings.

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

-- Who is asking. Unset and already ended transaction-local settings both mean nobody.
-- These have no search_path of their own: one would keep PostgreSQL from inlining them, and every policy calls them.

create function auth.jwt() returns jsonb
  language sql stable
  as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')
    )::jsonb
  $$;

create function auth.uid() returns uuid
  language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub')::uuid $$;

create function auth.role() returns text
  language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role') $$;

create function auth.email() returns text
  language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email') $$;

-- The *_token columns stay empty: our tokens live hashed in one_time_tokens. They exist because seeds name them.
create table auth.users (
  instance_id                 uuid,
  id                          uuid primary key default gen_random_uuid(),
  aud                         text,
  role                        text,
  email                       text check (char_length(email) <= 255),
  encrypted_password          text,
  email_confirmed_at          timestamptz,
  invited_at                  timestamptz,
  confirmation_token          text,
  confirmation_sent_at        timestamptz,
  recovery_token              text,
  recovery_sent_at            timestamptz,
  email_change_token_new      text,
  email_change                text,
  email_change_sent_at        timestamptz,
  last_sign_in_at             timestamptz,
  raw_app_meta_data           jsonb,
  raw_user_meta_data          jsonb,
  is_super_admin              boolean,
  created_at                  timestamptz default now(),
  updated_at                  timestamptz default now(),
  phone                       text unique,
  phone_confirmed_at          timestamptz,
  phone_change                text default '',
  phone_change_token          text default '',
  phone_change_sent_at        timestamptz,
  confirmed_at                timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current  text default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until                timestamptz,
  reauthentication_token      text default '',
  reauthentication_sent_at    timestamptz,
  is_sso_user                 boolean not null default false,
  deleted_at                  timestamptz,
  is_anonymous                boolean not null default false
);

-- The same address may come once by password or social sign-in, and again through a company's own sign-on.
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create index users_by_pending_email on auth.users (email_change) where email_change <> '';
create index users_newest_first on auth.users (created_at desc, id);

create table auth.identities (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users (id) on delete cascade,
  provider        text not null,
  provider_id     text not null,
  identity_data   jsonb not null,
  email           text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at      timestamptz default now(),
  updated_at      timestamptz default now(),
  unique (provider_id, provider)
);

create index identities_of_user on auth.identities (user_id);
create index identities_by_email on auth.identities (email);

-- One row per signed-in device. The refresh token itself is nowhere: it is made again from the sealed key and the counter.
-- Here and below, a sealed column takes nothing but the server's envelope: what was forgotten to be sealed is not stored.
create table auth.sessions (
  id                 uuid primary key default gen_random_uuid(),
  user_id            uuid not null references auth.users (id) on delete cascade,
  factor_id          uuid,
  aal                text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  amr                jsonb not null default '[]' check (jsonb_typeof(amr) = 'array'),
  not_after          timestamptz,
  user_agent         text,
  ip                 inet,
  tag                text,
  refresh_key_sealed text not null check (refresh_key_sealed ~ '^enc[0-9]+[.]'),
  refresh_counter    bigint not null default 0,
  -- When the counter last moved: an older token is forgiven only within the reuse interval after it.
  refreshed_at       timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);

create index sessions_of_user on auth.sessions (user_id, created_at desc);
create index sessions_by_factor on auth.sessions (factor_id) where factor_id is not null;
create index sessions_by_end on auth.sessions (not_after) where not_after is not null;

-- One slot per person and kind, so that a new code ends the old one.
create table auth.one_time_tokens (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in (
               'confirmation_token', 'recovery_token', 'reauthentication_token',
               'email_change_token_new', 'email_change_token_current', 'phone_change_token')),
  -- sha256 of the link's value, in hex: what is stored opens nothing.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  relates_to text not null default '',
  attempts   integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create index one_time_tokens_by_hash on auth.one_time_tokens (token_hash);
create index one_time_tokens_by_address on auth.one_time_tokens (relates_to, token_type);
create index one_time_tokens_by_age on auth.one_time_tokens (created_at);

-- A sign-in that left for a provider or a mailbox and has not come back yet. Its id is the OAuth state.
create table auth.flow_state (
  id                            uuid primary key default gen_random_uuid(),
  user_id                       uuid references auth.users (id) on delete cascade,
  linking_target_id             uuid references auth.users (id) on delete cascade,
  authentication_method         text not null,
  provider                      text not null,
  referrer                      text,
  code_challenge                text,
  code_challenge_method         text check (code_challenge_method in ('s256', 'plain')),
  invite_token_hash             text,
  auth_code_hash                text unique,
  auth_code_issued_at           timestamptz,
  -- The PKCE verifier and nonce of our own conversation with the provider.
  provider_checks_sealed        text check (provider_checks_sealed ~ '^enc[0-9]+[.]'),
  provider_access_token_sealed  text check (provider_access_token_sealed ~ '^enc[0-9]+[.]'),
  provider_refresh_token_sealed text check (provider_refresh_token_sealed ~ '^enc[0-9]+[.]'),
  used_at                       timestamptz,
  created_at                    timestamptz not null default now(),
  updated_at                    timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);

create index flow_state_of_user on auth.flow_state (user_id, authentication_method);
create index flow_state_by_linking_target on auth.flow_state (linking_target_id);
create index flow_state_by_age on auth.flow_state (created_at);

create table auth.mfa_factors (
  id                           uuid primary key default gen_random_uuid(),
  user_id                      uuid not null references auth.users (id) on delete cascade,
  friendly_name                text,
  factor_type                  text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status                       text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret_sealed                text check (secret_sealed ~ '^enc[0-9]+[.]'),
  -- The newest time step whose code was accepted: no code counts twice.
  last_accepted_step           bigint,
  phone                        text,
  last_challenged_at           timestamptz,
  web_authn_credential         jsonb,
  web_authn_aaguid             uuid,
  last_webauthn_challenge_data jsonb,
  created_at                   timestamptz not null default now(),
  updated_at                   timestamptz not null default now()
);

create unique index mfa_factors_name_once_per_user on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';
create index mfa_factors_of_user on auth.mfa_factors (user_id, status);

create table auth.mfa_challenges (
  id                     uuid primary key default gen_random_uuid(),
  factor_id              uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address             inet not null,
  otp_code_hash          text,
  web_authn_session_data jsonb,
  verified_at            timestamptz,
  created_at             timestamptz not null default now()
);

create index mfa_challenges_of_factor on auth.mfa_challenges (factor_id, created_at desc);

create table auth.mfa_recovery_codes (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references auth.users (id) on delete cascade,
  code_hash  text not null,
  used_at    timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);

create table auth.audit_log_entries (
  instance_id uuid,
  id          uuid primary key default gen_random_uuid(),
  payload     json,
  created_at  timestamptz default now(),
  ip_address  text not null default ''
);

create index audit_log_entries_newest_first on auth.audit_log_entries (created_at desc, id);

-- Nothing is granted on these tables; should a grant ever slip in, still no row is seen.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.audit_log_entries enable row level security;
