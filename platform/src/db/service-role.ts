import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'

const TRIES = 10
const PAUSE_MS = 500
/** lock_not_available, deadlock_detected. */
const BUSY = ['55P03', '40P01']

/**
 * Lets service_role pass the row security of the login role's tables, including tables that other SQL created. Afterwards it needs no
 * BYPASSRLS, and loses it if we may revoke it and nobody else needs it.
 */
export async function admitServiceRole(client: ClientBase): Promise<void> {
  await addPolicies(client)
  await client.query('reset role')
  await client.query(DROP_BYPASS)
}

/** Waits for a locked table briefly and often, so that requests do not queue up behind. */
async function addPolicies(client: ClientBase) {
  for (let left = TRIES - 1; ; left--) {
    try {
      await client.query(ADD_POLICIES)
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (left === 0 || !BUSY.includes(code)) throw error
      await sleep(PAUSE_MS)
    }
  }
}

// The schema of an earlier version lacks this procedure.
const ADD_POLICIES = `
  do $$
  begin
    if to_regprocedure('ops.admit_service_role()') is not null then
      call ops.admit_service_role();
    end if;
  end
  $$`

// The attribute applies to every database of the cluster, so other logins and databases may still need it.
const DROP_BYPASS = `
  do $$
  declare
    server_role constant text := current_setting('platform.server_role');
  begin
    if (select rolbypassrls from pg_roles where rolname = 'service_role')
       and not exists (
         select from pg_auth_members as membership join pg_roles as member on member.oid = membership.member
          where membership.roleid = 'service_role'::regrole and not member.rolsuper
            and member.rolname not in (server_role, current_user))
       and not exists (
         select from pg_database
          where datallowconn and not datistemplate and datname <> current_database()
            and has_database_privilege(server_role, oid, 'create'))
       and not exists (
         select from pg_class
          where relrowsecurity and relkind in ('r', 'p') and pg_get_userbyid(relowner) <> server_role)
    then
      alter role service_role nobypassrls;
    end if;
  exception when insufficient_privilege then
    null;
  end
  $$`
