-- Passkeys sign in without a password; security keys are factors (auth.mfa_factors).

create table auth.webauthn_credentials (
  id               uuid primary key default gen_random_uuid(),
  user_id          uuid not null references auth.users (id) on delete cascade,
  -- Chosen by the authenticator: unique over all accounts, because a sign-in names nothing else.
  credential_id    bytea not null unique,
  public_key       bytea not null,
  -- The host name it was created for, the only one it serves; null for imported rows.
  rp_id            text,
  attestation_type text not null default 'none',
  aaguid           uuid,
  sign_count       bigint not null default 0,
  transports       jsonb not null default '[]',
  backup_eligible  boolean not null default false,
  backed_up        boolean not null default false,
  friendly_name    text not null default '' check (char_length(friendly_name) <= 120),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  last_used_at     timestamptz
);

create index webauthn_credentials_of_user on auth.webauthn_credentials (user_id, created_at);

-- Ids of used challenges. A challenge itself is signed and needs no row, because anybody may ask for one.
create table auth.webauthn_challenges (
  id         uuid primary key,
  expires_at timestamptz not null
);

create index webauthn_challenges_by_end on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;

-- Removing a passkey ends the sessions that it opened. No foreign key: the calling session outlives its passkey.
alter table auth.sessions add column passkey_id uuid;
