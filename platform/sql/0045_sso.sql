-- Sign-in by a company's identity provider (SAML 2.0). Only the server reads these tables.

create table auth.sso_providers (
  id          uuid primary key default gen_random_uuid(),
  -- The operator's own name of it.
  resource_id text unique check (char_length(resource_id) between 1 and 200),
  disabled    boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

-- A provider is believed about addresses in its own domains only, so each domain has one provider.
create table auth.sso_domains (
  domain          text primary key check (domain = lower(domain)),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  created_at      timestamptz not null default now()
);

create index sso_domains_of_provider on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  sso_provider_id     uuid primary key references auth.sso_providers (id) on delete cascade,
  entity_id           text not null unique,
  metadata_xml        text not null,
  metadata_url        text,
  attribute_mapping   jsonb not null default '{}',
  name_id_format      text,
  -- The metadata's own end, or its last certificate's.
  metadata_ends_at    timestamptz,
  metadata_fetched_at timestamptz,
  -- Why the last fetch failed; null after one that succeeded.
  metadata_failure    text,
  updated_at          timestamptz not null default now()
);

-- A sign-in under way: its id is the RelayState. A response spends it; the outcome waits a minute for the browser that began it.
create table auth.saml_flows (
  id                    uuid primary key,
  sso_provider_id       uuid not null references auth.sso_providers (id) on delete cascade,
  -- null: the sign-in began at the provider.
  request_id            text,
  redirect_to           text not null,
  code_challenge        text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  used_at               timestamptz,
  outcome_sealed        text check (outcome_sealed ~ '^enc[0-9]+[.]'),
  outcome_at            timestamptz,
  created_at            timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);

create index saml_flows_by_age on auth.saml_flows (created_at);
create index saml_flows_of_provider on auth.saml_flows (sso_provider_id);

-- Accepted assertions: none counts twice.
create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id    text not null,
  usable_until    timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);

create index saml_assertions_by_end on auth.saml_assertions (usable_until);

alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_flows enable row level security;
alter table auth.saml_assertions enable row level security;

-- The provider's end of the session that a code of PKCE will open.
alter table auth.flow_state add column session_not_after timestamptz;
