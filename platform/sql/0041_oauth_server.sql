-- The OAuth 2.1 server: other programs ask a member for access, by code and PKCE.

create table auth.oauth_clients (
  id                         uuid primary key default gen_random_uuid(),
  -- sha256 of the secret, in hex; null for clients that cannot keep one.
  client_secret_hash         text check (client_secret_hash ~ '^[0-9a-f]{64}$'),
  client_type                text not null check (client_type in ('public', 'confidential')),
  registration_type          text not null check (registration_type in ('manual', 'dynamic')),
  token_endpoint_auth_method text not null
                             check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  client_name                text check (char_length(client_name) <= 1024),
  client_uri                 text check (char_length(client_uri) <= 2048),
  logo_uri                   text check (char_length(logo_uri) <= 2048),
  redirect_uris              text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types                text[] not null,
  -- Marked by an admin: only then do its tokens reach the product's data.
  is_first_party             boolean not null default false,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  check ((client_type = 'public') = (client_secret_hash is null)),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  -- Anybody may register a client dynamically.
  check (registration_type = 'manual' or not is_first_party)
);

create index oauth_clients_newest_first on auth.oauth_clients (created_at desc, id);

-- What a member has allowed a client. Without it, none of the client's codes and sessions is good.
create table auth.oauth_consents (
  user_id    uuid not null references auth.users (id) on delete cascade,
  client_id  uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes     text[] not null,
  granted_at timestamptz not null,
  primary key (user_id, client_id)
);

create index oauth_consents_by_client on auth.oauth_consents (client_id);

-- One request of a client, from its redirect to us until its code is exchanged.
create table auth.oauth_authorizations (
  id             uuid primary key default gen_random_uuid(),
  client_id      uuid not null references auth.oauth_clients (id) on delete cascade,
  -- Who opened it first; nobody else may see or answer it.
  user_id        uuid references auth.users (id) on delete cascade,
  redirect_uri   text not null,
  scopes         text[] not null,
  state          text,
  nonce          text,
  code_challenge text not null,
  status         text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  -- sha256 in hex: what is stored opens nothing.
  code_hash      text unique check (code_hash ~ '^[0-9a-f]{64}$'),
  code_issued_at timestamptz,
  -- The level and time of the sign-in that approved it.
  aal            text check (aal in ('aal1', 'aal2')),
  signed_in_at   timestamptz,
  -- The end of the session that approved it, where a company has set one.
  not_after      timestamptz,
  -- What the code opened: using the code again ends it.
  session_id     uuid,
  created_at     timestamptz not null,
  check ((status = 'approved') = (code_hash is not null)),
  check (status <> 'approved' or (user_id is not null and aal is not null and code_issued_at is not null))
);

create index oauth_authorizations_of_user on auth.oauth_authorizations (user_id);
create index oauth_authorizations_by_client on auth.oauth_authorizations (client_id);
create index oauth_authorizations_by_age on auth.oauth_authorizations (created_at);

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_consents enable row level security;
alter table auth.oauth_authorizations enable row level security;

-- The client that holds the session, and what it may do. No foreign key: checking one would scan a filled table's sessions.
alter table auth.sessions add column oauth_client_id uuid;
alter table auth.sessions add column oauth_scopes text[];
