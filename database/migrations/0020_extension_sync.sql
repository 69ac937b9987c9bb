-- What the extension last said of a linked project, as a digest. With it a sync can tell a change made on the website, which
-- stays, from one made in the extension, which counts; and a link the extension never knew from one it has dropped.

alter table public.bolt_projects add column extension_digest text check (extension_digest ~ '^[0-9a-f]{64}$');
