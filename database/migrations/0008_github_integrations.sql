-- A member's connection to GitHub. Tokens are sealed before they get here, which the checks insist on; the server alone can
-- open them.

create table public.github_integrations (
  id                       bigint generated always as identity primary key,
  user_id                  uuid not null references public.users (id) on delete cascade,
  integration_type         text not null default 'github_app' check (integration_type = 'github_app'),
  installation_id          bigint,
  access_token             text check (access_token ~ '^enc[0-9]+[.]'),
  expires_at               timestamptz,
  refresh_token            text check (refresh_token ~ '^enc[0-9]+[.]'),
  refresh_token_expires_at timestamptz,
  -- The lease of whoever is renewing the pair: GitHub ends both old tokens, so only one may ask.
  refreshing_until         timestamptz,
  github_username          text,
  github_user_id           bigint,
  avatar_url               text,
  scopes                   text[],
  last_used_at             timestamptz,
  created_at               timestamptz not null default app.now(),
  updated_at               timestamptz not null default app.now(),
  unique (user_id, integration_type)
);

create index github_integrations_by_installation on public.github_integrations (installation_id);
create index github_integrations_by_github_user on public.github_integrations (github_user_id);
create index github_integrations_by_expiry on public.github_integrations (expires_at);

create trigger touch_updated_at
  before update on public.github_integrations
  for each row execute function app.touch_updated_at();

alter table public.github_integrations enable row level security;

-- The refresh token is granted to no role that a key or a session can reach, not even service_role.
grant select (id, user_id, integration_type, installation_id, access_token, expires_at, refresh_token_expires_at,
              github_username, github_user_id, avatar_url, scopes, last_used_at, created_at, updated_at)
  on public.github_integrations to authenticated, service_role;
grant delete on public.github_integrations to service_role;

create policy "a second factor, once set up, is required" on public.github_integrations
  as restrictive to authenticated using ((select app.is_assured()));

create policy "people see their own" on public.github_integrations
  for select to authenticated using (user_id = (select auth.uid()));

-- The server's memory of a connection it has sent someone to GitHub for: bound to the person, used once.
create table public.github_connection_states (
  state_hash           text primary key check (state_hash ~ '^[0-9a-f]{64}$'),
  user_id              uuid not null references public.users (id) on delete cascade,
  code_verifier_sealed text not null check (code_verifier_sealed ~ '^enc[0-9]+[.]'),
  used_at              timestamptz,
  created_at           timestamptz not null default app.now()
);

create index github_connection_states_of_user on public.github_connection_states (user_id);
create index github_connection_states_by_age on public.github_connection_states (created_at);

alter table public.github_connection_states enable row level security;
