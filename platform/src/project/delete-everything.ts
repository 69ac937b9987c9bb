import type { FurtherSession } from '#db/migrate.ts'

/** Deletes all schemas of a database, those of the platform too. What was there cannot be brought back. */
export const deleteEverything = ({ client, asConfigured }: FurtherSession): Promise<void> =>
  asConfigured(async () => {
    await client.query(`set lock_timeout = '4s'`)
    try {
      await client.query(DELETE)
    } finally {
      await client.query('reset lock_timeout')
    }
  })

/** One transaction. The schema of a hosted platform that this login does not own stays. */
const DELETE = `do $$
declare
  name text;
begin
  drop publication if exists supabase_realtime;
  for name in
    select nspname from pg_namespace
     where nspname !~ '^pg_' and nspname <> 'information_schema'
       and (pg_has_role(nspowner, 'usage') or nspname = 'public')
  loop
    execute format('drop schema %I cascade', name);
  end loop;
  create schema if not exists public;
end
$$`
