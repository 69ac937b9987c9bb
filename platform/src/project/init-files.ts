/** The files of a new project, by their paths in `supabase/`. */
export const initFiles = (id: string): Record<string, string> => ({
  '.gitignore': '.temp\n.env\n.env.*\n',
  'config.toml': config(id),
  'migrations/.gitkeep': '',
  'functions/.gitkeep': '',
  'seed.sql': '-- Runs once, after the migrations of a new database.\n',
})

/** Those of the example: notes that belong to who wrote them. */
export const exampleFiles = (id: string): Record<string, string> => ({
  ...initFiles(id),
  'migrations/20260101000000_notes.sql': NOTES,
  'functions/hello/index.ts': HELLO,
})

const config = (id: string) => `project_id = ${JSON.stringify(id)}

[api]
port = 54321
schemas = ["public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000
# Whether the API reaches new tables without a grant of their migration.
auto_expose_new_tables = false

[db.seed]
enabled = true
sql_paths = ["./seed.sql"]

[inbucket]
enabled = true
port = 54324

[storage]
file_size_limit = "50MiB"

# [storage.buckets.images]
# public = false
# file_size_limit = "5MiB"
# allowed_mime_types = ["image/png", "image/jpeg"]

[auth]
site_url = "http://127.0.0.1:3000"
additional_redirect_urls = ["http://localhost:3000"]
enable_signup = true
enable_anonymous_sign_ins = false

[auth.email]
enable_confirmations = false

# [functions.hello]
# verify_jwt = true

# [edge_runtime.secrets]
# MY_KEY = "env(MY_KEY)"
`

const NOTES = `-- Notes belong to who wrote them; everyone may read those that are public.
create table public.notes (
  id         bigint generated always as identity primary key,
  author     uuid not null default auth.uid() references auth.users (id) on delete cascade,
  text       text not null check (char_length(text) <= 10000),
  is_public  boolean not null default false,
  created_at timestamptz not null default now()
);

create index notes_by_author on public.notes (author, created_at desc);

alter table public.notes enable row level security;

grant select on public.notes to anon;
grant select, insert, update, delete on public.notes to authenticated, service_role;

create policy "public notes are read by all" on public.notes for select using (is_public);
create policy "authors do anything" on public.notes to authenticated
  using (author = (select auth.uid())) with check (author = (select auth.uid()));
`

const HELLO = `Deno.serve(async (request) => {
  const { name = 'world' } = await request.json().catch(() => ({}))

  return Response.json({ message: \`Hello \${name}!\` })
})
`
