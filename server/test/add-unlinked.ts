type AsOwner = (text: string, values?: unknown[]) => Promise<unknown>

/** Deleted links of a member, in batches, so that no statement runs long. */
export async function addUnlinked(sql: AsOwner, userId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1000) {
    await sql(
      `insert into public.bolt_projects (user_id, project_name, deleted_at)
       select $1, 'Old', now() from generate_series(1, $2::int)`,
      [userId, Math.min(left, 1000)],
    )
  }
}
