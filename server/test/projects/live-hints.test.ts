// Over both databases: the hints are written in the transactions of those who change something.
import { openSocket } from '@app/platform/test/realtime/realtime-server.ts'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { startAuth } from '#test/auth-server.ts'
import { JWT_SECRET, newMember, type TestMember } from '#test/new-member.ts'

const PRIVATE = { private: true }

test('each change is hinted at once: to its project, and to the members whose lists it changes', async () => {
  const { sql, rest, call, listen, owner, editor, project } = await startTeam()
  const { told } = await listen(owner, `project:${project}`, `member:${owner.id}`)
  const hints: Record<string, string[]> = {}
  const note = async (what: string, change: Promise<unknown>) => {
    await change
    hints[what] = (await told()).map((hint) =>
      hint.replace(project, 'P').replace(owner.id, 'owner'),
    )
  }
  const tasks = `tasks?project_id=eq.${project}`

  await note('a task', rest(editor, 'POST', 'tasks', { project_id: project, name: 'Sail' }))
  await rest(editor, 'POST', 'tasks', { project_id: project, name: 'Row' })
  await told()
  await note('two moved', rest(editor, 'PATCH', tasks, { status: 'done' }))
  await note('none moved', rest(editor, 'PATCH', `${tasks}&name=eq.x`, { status: 'todo' }))
  await note('deleted', rest(editor, 'DELETE', tasks))
  await note('renamed', rest(editor, 'PATCH', `projects?id=eq.${project}`, { name: 'Tug' }))
  await note(
    'a role',
    rest(owner, 'PATCH', `project_members?user_id=eq.${editor.id}`, { role: 'viewer' }),
  )
  await note(
    'invited',
    call(owner, 'invite-to-project', { projectId: project, email: 'a@b.test', role: 'viewer' }),
  )
  await note('a sync', syncEvent(sql, owner, project))
  await note('left', rest(editor, 'DELETE', `project_members?user_id=eq.${editor.id}`))
  await note('deleted project', rest(owner, 'DELETE', `projects?id=eq.${project}`))

  expect(hints).toEqual({
    'a task': ['project:P tasks'],
    'two moved': ['project:P tasks'],
    'none moved': [],
    deleted: ['project:P tasks'],
    renamed: ['project:P details', 'member:owner projects'],
    'a role': ['project:P members'],
    invited: ['project:P members'],
    'a sync': ['project:P sync', 'member:owner sync'],
    left: ['project:P members'],
    'deleted project': ['project:P details', 'member:owner projects'],
  })
})

test('members hear of new projects, invitations, memberships, their end, repositories and exports', async () => {
  const { sql, rest, call, settle, listen, owner, editor, project } = await startTeam()
  const { told } = await listen(editor, `member:${editor.id}`)
  const hints: Record<string, string[]> = {}
  const note = async (what: string, change: Promise<unknown>) => {
    await change
    hints[what] = [...new Set((await told()).map((hint) => hint.split(' ')[1] ?? ''))]
  }
  const repository = (name: string | null) =>
    rest(owner, 'POST', 'rpc/set_project_repository', {
      input_project_id: project,
      input_repo_owner: 'acme',
      input_repo_name: name,
    })

  await note('own project', rest(editor, 'POST', 'projects', { name: 'Mine' }))
  await note('repository', repository('ferry'))
  await note('another', repository('tug'))
  const link = 'bolt_projects?github_repo_name=eq.tug'
  await note('same again', rest(owner, 'PATCH', link, { last_sync_at: new Date().toISOString() }))
  await note('unlinked', rest(owner, 'DELETE', link))
  await note('restored', rest(owner, 'POST', 'rpc/restore_bolt_project', await deletedLink(sql)))
  await note('removed', rest(owner, 'DELETE', `project_members?user_id=eq.${editor.id}`))
  const invitation = { projectId: project, email: editor.email, role: 'viewer' }
  await note('invited', call(owner, 'invite-to-project', invitation))
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    'select id from public.project_invitations',
  )
  const accept = { input_invitation_id: id }
  await note('accepted', rest(editor, 'POST', 'rpc/accept_project_invitation', accept))
  await note('export', call(editor, 'request-export').then(settle))
  await note('a task', rest(owner, 'POST', 'tasks', { project_id: project, name: 'Sail' }))

  expect(hints).toEqual({
    'own project': ['projects'],
    repository: ['projects'],
    another: ['projects'],
    'same again': [],
    unlinked: ['projects'],
    restored: ['projects'],
    removed: ['projects'],
    invited: ['projects'],
    accepted: ['projects'],
    export: ['export'],
    'a task': [],
  })
})

test('a topic of others, an ended session and a password alone hear nothing', async () => {
  const { sql, url, keys, listen, rest, owner, editor, project } = await startTeam()
  const guarded = await newMember(sql, { hasFactor: true })
  const banned = await newMember(sql, {})
  const other = await newMember(sql, {})
  for (const { id } of [guarded, banned]) {
    await addRow(sql, 'project_members', { project_id: project, user_id: id, role: 'viewer' })
  }
  const open = () => openSocket(addressOf(url), { key: keys.publishable })
  await sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])
  const topic = `project:${project}`
  const attempts: [string, string, string?][] = [
    ['stranger', topic, other.token],
    ['another’s own', `member:${owner.id}`, editor.token],
    ['no admin', 'admin', owner.token],
    ['anonymous', topic],
    ['password alone', topic, guarded.token],
    ['banned', topic, banned.token],
  ]

  const answers = attempts.map(async ([who, name, token]) => {
    const { status, response } = await (await open()).join(name, PRIVATE, token)
    return [who, status, String(response.reason).split(':')[0]]
  })
  expect(await Promise.all(answers)).toEqual(
    attempts.map(([who]) => [who, 'error', 'Unauthorized']),
  )

  // A public channel of the same name is another one, and nobody's broadcast passes for a hint.
  const { told } = await listen(owner, topic)
  const [socket, member] = [await open(), await open()]
  expect((await socket.join(topic, {}, other.token)).status).toBe('ok')
  await member.join(topic, { ...PRIVATE, broadcast: { ack: true } }, editor.token)
  const sent = { type: 'broadcast', event: 'tasks', payload: {} }
  member.push(`realtime:${topic}`, 'broadcast', sent)
  socket.push(`realtime:${topic}`, 'broadcast', sent)
  await member.settled()
  await socket.settled()
  expect(await told()).toEqual([])
  await rest(owner, 'POST', 'tasks', { project_id: project, name: 'Sail' })
  expect(await told()).toEqual([`${topic} tasks`])
  expect(socket.received.filter(({ event }) => event === 'binary 4')).toEqual([])

  // Whoever was removed is asked again with the next token.
  await rest(owner, 'DELETE', `project_members?user_id=eq.${editor.id}`)
  member.push(`realtime:${topic}`, 'access_token', { access_token: editor.token })
  expect((await member.next({ event: 'phx_close' })).topic).toBe(`realtime:${topic}`)
})

test('of a deleted member no hint is kept', async () => {
  const { sql, editor, owner, rest, project } = await startTeam()
  await rest(owner, 'PATCH', `projects?id=eq.${project}`, { name: 'Tug' })
  const kept = async () =>
    (await sql('select event from realtime.messages where topic = $1', [`member:${editor.id}`]))
      .length
  const before = await kept()

  await sql('delete from auth.users where id = $1', [editor.id])

  expect(before).toBeGreaterThan(0)
  expect(await kept()).toBe(0)
})

const addressOf = (url: string) => `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`

/** The product with a project of two members. */
async function startTeam() {
  const auth = await startAuth({ env: { JWT_SECRET, AUTH_RATE_LIMIT_FACTOR: '0' }, withMail: true })
  const { sql, url, keys, settle } = auth
  const [owner, editor] = [await newMember(sql, {}), await newMember(sql, {})]
  const project = await addRow(sql, 'projects', { owner_id: owner.id, name: 'Ferry' })
  await addRow(sql, 'project_members', { project_id: project, user_id: editor.id, role: 'editor' })
  const send = async ({ token }: TestMember, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/${path}`, {
      method,
      headers: {
        apikey: keys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  return {
    sql,
    url,
    keys,
    settle,
    owner,
    editor,
    project,
    rest: (member: TestMember, method: string, path: string, body?: object) =>
      send(member, method, `rest/v1/${path}`, body),
    call: (member: TestMember, name: string, body: object = {}) =>
      send(member, 'POST', `functions/v1/${name}`, body),
    /** A socket with these topics; `told` answers the hints since the last time. */
    async listen({ token }: TestMember, ...topics: string[]) {
      const socket = await openSocket(addressOf(url), { key: keys.publishable })
      for (const topic of topics) {
        expect((await socket.join(topic, PRIVATE, token)).status).toBe('ok')
      }

      const told = async (): Promise<string[]> => {
        // Everything that was committed before comes first.
        await sql(`select realtime.send('{}', 'end', $1)`, [topics[0]])
        await socket.next(({ payload }) => payload?.event === 'end')
        const hints = socket.received.splice(0).filter(({ event }) => event === 'binary 4')
        expect(hints.map(({ payload }) => Object.keys(payload.payload))).toEqual(
          hints.map(() => ['id']),
        )
        return hints.map(
          ({ topic, payload }) => `${topic.replace('realtime:', '')} ${payload.event}`,
        )
      }
      // Of what made the team.
      await told()

      return { told }
    },
  }
}

type Team = Awaited<ReturnType<typeof startTeam>>

const syncEvent = (sql: Team['sql'], { id }: TestMember, project: string) =>
  addRow(sql, 'sync_events', {
    user_id: id,
    project_id: project,
    direction: 'outward',
    result: 'updated',
  })

async function deletedLink(sql: Team['sql']) {
  const [link] = await sql<{ id: string }>(
    'select id from public.bolt_projects where deleted_at is not null',
  )

  return { input_project_id: link?.id }
}
