-- Test sign-ins of an admin: what a provider says, and why it would be refused. A table of its own, so that none of them can sign in.

create table auth.saml_tests (
  id              uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id      text not null,
  redirect_to     text not null,
  used_at         timestamptz,
  report_sealed   text check (report_sealed ~ '^enc[0-9]+[.]'),
  created_at      timestamptz not null default now()
);

create index saml_tests_by_age on auth.saml_tests (created_at);
create index saml_tests_of_provider on auth.saml_tests (sso_provider_id);

alter table auth.saml_tests enable row level security;
