import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver, link } = webhooksOf(testServer)

test('a commit that mentions a task closes it once, and the member can undo that', async () => {
  const { sql } = testServer()
  const { member, person, githubId } = await connected()
  await link(member, person.login, 'tide-tables')
  await addTasks(member, ['todo', 'inProgress', 'done'])
  const push = pushBy(githubId, { login: person.login, id: githubId })
  const commits = push.commits.map((commit) => ({ ...commit, message: 'fixes #2, see #3 and #99' }))

  await deliver(JSON.stringify({ ...push, commits }), { event: 'push' })
  await testServer().settle()

  expect(await statusesOf(member)).toEqual(['todo', 'done', 'done'])
  const [recorded] = await sql<{ id: string; closed_tasks: unknown }>(
    'select id, closed_tasks from public.push_records where user_id = $1',
    [member.id],
  )
  expect(recorded?.closed_tasks).toEqual([
    { id: expect.any(String), number: 2, name: 'Task 2', status: 'inProgress' },
  ])
  const other = await testServer().newMember()
  expect(await reopen(other, recorded?.id)).toBe(0)
  expect(await reopen(member, recorded?.id)).toBe(1)
  expect(await reopen(member, recorded?.id)).toBe(0)
  expect(await statusesOf(member)).toEqual(['todo', 'inProgress', 'done'])
})

test('pushes of others, and to another branch than the linked one, close no task', async () => {
  const { sql } = testServer()
  const [owner, follower] = [await connected(), await connected()]
  for (const { member } of [owner, follower]) {
    await link(member, owner.person.login, 'tide-tables')
    await addTasks(member, ['todo'])
  }
  await sql(`update public.bolt_projects set github_branch = 'main' where user_id = $1`, [
    owner.member.id,
  ])
  const push = pushBy(owner.githubId, { login: owner.person.login, id: owner.githubId })
  const commits = push.commits.map((commit) => ({ ...commit, message: 'closes #1' }))
  const repository = { ...push.repository, private: false }

  await deliver(JSON.stringify({ ...push, commits, repository }), { event: 'push' })
  await testServer().settle()

  expect(await statusesOf(owner.member)).toEqual(['todo'])
  expect(await statusesOf(follower.member)).toEqual(['todo'])
})

const addTasks = ({ id }: TestMember, statuses: string[]) =>
  testServer().sql(
    `insert into public.tasks (project_id, name, status)
     select projects.id, 'Task ' || given.place, given.status
       from public.projects, unnest($2::text[]) with ordinality as given (status, place)
      where projects.owner_id = $1
      order by given.place`,
    [id, statuses],
  )

const statusesOf = async ({ id }: TestMember) => {
  const rows = await testServer().sql<{ status: string }>(
    `select tasks.status from public.tasks join public.projects on projects.id = project_id
      where owner_id = $1 order by tasks.number`,
    [id],
  )
  return rows.map(({ status }) => status)
}

/** As the web does, with the member's own rights. */
async function reopen({ token }: TestMember, pushId: string | undefined): Promise<unknown> {
  const answer = await fetch(`${testServer().urlOf(0)}/rest/v1/rpc/reopen_closed_tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ input_push_id: pushId }),
  })
  return answer.json()
}
