-- expand
-- Files of the web app, so that a server answers for pages of another build. Their names have a digest of their contents.

create table app.web_assets (
  path    text primary key check (char_length(path) <= 200),
  type    text not null,
  body    bytea not null,
  -- Set by each start of a server with this build.
  used_at timestamptz not null default now()
);

create index web_assets_by_use on app.web_assets (used_at);

alter table app.web_assets enable row level security;
