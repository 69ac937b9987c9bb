-- Fewer than usual: a body may have megabytes.
select app.rekey_github_events($1::uuid, least($2, 500)::integer)::text as next
