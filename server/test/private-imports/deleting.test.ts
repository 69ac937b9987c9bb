import { expect, test } from 'vitest'
import { SECRET_KEY } from '#test/code-host/github-server.ts'
import { useImports } from './import-server.ts'

const imports = useImports()

const ALWAYS = { times: null, body: { message: 'no' } }

test('a member deletes their copy early, as often as they like', async () => {
  const { published, atGithub, start, row, until } = imports
  const { member, cloneId, copy, source } = await published()

  const answers = await Promise.all([1, 2, 3].map(() => remove(member.token, cloneId)))
  await until(cloneId, 'deleted')
  const again = await remove(member.token, cloneId)
  const next = await start(member, source)

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.deleted)).toContain(true)
  expect(again).toMatchObject({ status: 200, body: { deleted: true } })
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect(await row(cloneId)).toMatchObject({ status: 'deleted', error_code: null })
  expect(next.status).toBe(202)
})

test('an import that is deleted while its repository is being created leaves none', async () => {
  const { proMember, start, until, fault, clearFaults, atGithub, pass } = imports
  const { member, source } = await proMember()
  // The import of the test before may create its repository meanwhile.
  await fault({ method: 'POST', path: '/user/repos', latencyMs: 3000, times: null })

  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'creating')
  const answer = await remove(member.token, cloneId)
  const copy = await until(cloneId, 'deleted')
  await clearFaults()
  await pass(0)

  expect(answer).toMatchObject({ status: 200, body: { deleted: false } })
  expect(copy.github_repo_id).not.toBeNull()
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test('an import that is deleted at any later step is never public again', async () => {
  const { proMember, start, until, fault, clearFaults, atGithub, pass } = imports
  const { member, source } = await proMember()
  await fault({ method: 'PATCH', path: '/repos/*/ferry-*', latencyMs: 2000, times: 1 })

  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await expect
    .poll(async () => (await imports.row(cloneId))?.made_public_at, { timeout: 30_000 })
    .toBeInstanceOf(Date)
  await remove(member.token, cloneId)
  const copy = await until(cloneId, 'deleted')
  await clearFaults()
  await pass(0)

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
})

test.each([403, 409, 500])(
  'a deletion refused with %i makes the copy private at once, and is tried again',
  async (status) => {
    const { published, fault, clearFaults, atGithub, pass, row, mails } = imports
    const { member, cloneId, copy } = await published()
    await fault({ method: 'DELETE', path: '/repos/*', status, ...ALWAYS })

    await pass(60)
    const refused = [await atGithub(copy.clone_full_name), await row(cloneId)]
    await clearFaults()
    await pass(5)

    expect(refused).toEqual([
      'private',
      expect.objectContaining({
        status: 'deleting',
        attempts: 1,
        last_error: 'GitHub refused to delete it',
      }),
    ])
    expect(await atGithub(copy.clone_full_name)).toBe('missing')
    expect(await row(cloneId)).toMatchObject({ status: 'deleted', last_error: null })
    expect(await mails(member)).toEqual([])
  },
)

test('a renamed copy is found by its id', async () => {
  const { published, control, atGithub, pass, row } = imports
  const { cloneId, copy, login } = await published()
  await control('PUT', `repositories/${copy.clone_full_name}`, { name: 'renamed' })

  await pass(60)

  expect(await atGithub(`${login}/renamed`)).toBe('missing')
  expect((await row(cloneId))?.status).toBe('deleted')
})

test('another repository under the copy’s name is never deleted', async () => {
  const { published, control, addRepository, atGithub, pass, row } = imports
  const { cloneId, copy, login } = await published()
  const [, name = ''] = copy.clone_full_name.split('/')
  await control('PUT', `repositories/${copy.clone_full_name}`, { name: 'moved-away' })
  await addRepository(login, name, { 'mine.txt': 'mine' })

  await pass(60)

  expect(await atGithub(`${login}/moved-away`)).toBe('missing')
  expect(await atGithub(copy.clone_full_name)).toBe('private')
  expect((await row(cloneId))?.status).toBe('deleted')
})

test('a repository under a name that was never used for a copy is never deleted', async () => {
  const { proMember, addRepository, atGithub, pass, row, testServer } = imports
  const { member, login, installationId } = await proMember()
  await addRepository(login, 'ferry-mine', { 'mine.txt': 'mine' }, { private: false })
  const [made] = await testServer().sql<{ id: string }>(
    `insert into public.temporary_clones (user_id, source_full_name, clone_full_name, installation_id, status)
     values ($1, 'a/b', $2, $3, 'failed') returning id`,
    [member.id, `${login}/ferry-mine`, installationId],
  )

  await pass(61)

  expect(await atGithub(`${login}/ferry-mine`)).toBe('public')
  expect(await row(String(made?.id))).toMatchObject({ deleted_at: expect.any(Date) })
})

test('when the app is uninstalled the member is told at once', async () => {
  const { published, control, pass, row, mails, atGithub } = imports
  const { member, cloneId, copy, installationId } = await published()
  await control('DELETE', `installations/${installationId}`)

  await pass(60)
  const open = await row(cloneId)
  const told = await mails(member)
  await control('DELETE', `repositories/${copy.clone_full_name}`)
  await pass(5)

  expect(open).toMatchObject({
    status: 'deleting',
    deleted_at: null,
    reported_at: expect.any(Date),
  })
  expect(told).toEqual([{ template: 'copy_left' }])
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect((await row(cloneId))?.status).toBe('deleted')
})

test('when the member revokes the grant, the app itself deletes the copy', async () => {
  const { published, control, pass, row, mails, atGithub, testServer } = imports
  const { member, cloneId, copy, login } = await published()
  await control('POST', `people/${login}/revoke`)
  await testServer().settle()

  await pass(60)

  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect((await row(cloneId))?.status).toBe('deleted')
  expect(await mails(member)).toEqual([])
})

test('an account that is deleted takes its copy along first', async () => {
  const { published, atGithub, row, testServer } = imports
  const { member, cloneId, copy } = await published()

  const answer = await testServer().call('delete-account', member.token, {
    body: { confirmation: member.email },
  })

  expect(answer.status).toBe(200)
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect(await row(cloneId)).toBeUndefined()
})

test('an account that an admin deletes leaves no copy either, and its grant waits for it', async () => {
  const { published, atGithub, row, testServer, fault, clearFaults, control, pass } = imports
  const { member, cloneId, copy } = await published()
  await fault({ method: 'DELETE', path: '/repos/*', status: 500, ...ALWAYS })
  await control('DELETE', 'requests')

  await testServer().sql('delete from public.subscriptions where user_id = $1', [member.id])
  const gone = await deleteByAdmin(member.id)
  await pass(1)
  const meanwhile = [await atGithub(copy.clone_full_name), await revocations()]
  await clearFaults()
  await pass(30)

  expect(gone).toBe(200)
  expect(meanwhile).toEqual(['private', 0])
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect(await row(cloneId)).toBeUndefined()
  expect(await revocations()).toBe(1)
})

test('disconnecting deletes the copy before the grant', async () => {
  const { published, atGithub, row, testServer } = imports
  const { member, cloneId, copy } = await published()

  const answer = await testServer().call('disconnect-github', member.token)

  expect(answer).toMatchObject({ status: 200, body: { revoked: true } })
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect((await row(cloneId))?.status).toBe('deleted')
  const asked = await testServer().github.asked()
  const isDeletion = (path: string) => path.includes(copy.clone_full_name)
  const isRevocation = (path: string) => /^\/applications\/.*\/(grant|token)/.test(path)
  expect(asked.findLastIndex(isDeletion)).toBeLessThan(asked.findLastIndex(isRevocation))
})

test('a copy that cannot be deleted keeps a grant for ten minutes and no longer', async () => {
  const { published, fault, clearFaults, atGithub, testServer, control, pass } = imports
  const { member, copy } = await published()
  await fault({ method: 'DELETE', path: '/repos/*', status: 403, ...ALWAYS })
  await control('DELETE', 'requests')

  const answer = await testServer().call('disconnect-github', member.token)
  await pass(5 * 60)
  const meanwhile = await revocations()
  await pass(6 * 60)
  await clearFaults()

  expect(answer).toMatchObject({ status: 200, body: { revoked: false } })
  expect(await atGithub(copy.clone_full_name)).toBe('private')
  expect(meanwhile).toBe(0)
  expect(await revocations()).toBe(1)
})

const remove = (token: string, cloneId: string) =>
  imports.testServer().call('delete-temporary-clone', token, { body: { cloneId } })

async function deleteByAdmin(id: string): Promise<number> {
  const { urlOf } = imports.testServer()
  const answer = await fetch(`${urlOf(0)}/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
  })

  return answer.status
}

const revocations = async (): Promise<number> =>
  (await imports.testServer().github.asked()).filter((path) =>
    /^\/applications\/[^/]+\/(grant|token)/.test(path),
  ).length
