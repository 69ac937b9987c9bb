import type { Clock } from '@app/platform/clock/clock.ts'
import { addRow } from './add-row.ts'
import { testPeople } from './test-people.ts'

/** A member's project with an editor and a viewer; `other` and the admin do not belong to it. */
export async function team(clock?: Clock) {
  const home = await testPeople(clock)
  const { sql, signUp, visitor, member: owner, other, admin, service } = home
  const editor = await signUp('editor@example.test')
  const viewer = await signUp('viewer@example.test')
  const project = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Ferry' })
  await addRow(sql, 'project_members', { project_id: project, user_id: editor.id, role: 'editor' })
  await addRow(sql, 'project_members', { project_id: project, user_id: viewer.id, role: 'viewer' })
  const callers = { visitor, owner, editor, viewer, other, admin, service }

  return { ...home, callers, project, owner, editor, viewer }
}
