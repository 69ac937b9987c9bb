-- Sign-in by an OpenID Connect provider that an admin adds. Only the server reads this table.

create table auth.custom_oauth_providers (
  id                    uuid primary key default gen_random_uuid(),
  -- The prefix keeps it apart from every other provider of an identity.
  identifier            text not null unique check (identifier ~ '^custom:[a-z0-9][a-z0-9_-]{0,62}$'),
  name                  text not null check (char_length(name) between 1 and 100),
  issuer                text not null check (char_length(issuer) <= 2048),
  client_id             text not null check (char_length(client_id) between 1 and 512),
  client_secret_sealed  text not null check (client_secret_sealed ~ '^enc[0-9]+[.]'),
  -- Further clients whose id tokens count.
  acceptable_client_ids text[] not null default '{}',
  scopes                text[] not null,
  authorization_params  jsonb not null default '{}',
  -- As last read for an admin. Sign-ins fetch it themselves.
  discovery_document    jsonb not null,
  enabled               boolean not null default true,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now()
);

alter table auth.custom_oauth_providers enable row level security;
