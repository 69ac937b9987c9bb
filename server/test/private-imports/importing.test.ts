import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { useImports } from './import-server.ts'

const imports = useImports()

test('a private repository is public as a copy for a minute, whole, under a name that tells nothing', async () => {
  const { atGithub, clock, pass, published, row } = imports
  const { cloneId, copy, source, login } = await published()

  const seen = await atGithub(copy.clone_full_name)
  const cloned = await clone(copy.clone_full_name)
  await pass(20)
  const before = await atGithub(copy.clone_full_name)
  await pass((copy.delete_at.getTime() - clock.now().getTime()) / 1000)

  expect(copy.clone_full_name).toMatch(new RegExp(`^${login}/ferry-[a-z2-7]{26}$`))
  expect(seen).toBe('public')
  expect(cloned).toEqual({
    'README.md': '# Tide planner\n',
    'src/tides.ts': 'export const tides = []\n',
    'src/picture.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAE=', 'base64').toString(),
    'run.sh': '#!/bin/sh\n',
    'empty.txt': '',
    executable: ['run.sh'],
  })
  expect(before).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect(await atGithub(source)).toBe('private')
  const end = await row(cloneId)
  expect(end).toMatchObject({ status: 'deleted', files_all: 5, error_code: null })
  expect(publicMs(end)).toBeGreaterThanOrEqual(55_000)
  expect(publicMs(end)).toBeLessThanOrEqual(65_000)
})

test('another branch than the default one is copied, slashes and all', async () => {
  const { proMember, start, until, control } = imports
  const { member, login, source } = await proMember()
  const branch = 'feature/näh/1'
  await control('POST', `repositories/${source}/commits`, {
    person: login,
    branch,
    files: { 'only-here.txt': 'here\n' },
  })

  const { body } = await start(member, source, { branch })
  const copy = await until(String(body.cloneId), 'public')

  expect(copy.branch).toBe(branch)
  expect(await clone(copy.clone_full_name)).toHaveProperty('only-here.txt', 'here\n')
})

test('the history of the project that is linked to the source tells of the import', async () => {
  const { testServer, proMember, start, until } = imports
  const { sql } = testServer()
  const { member, source } = await proMember()
  const [owner = '', name = ''] = source.split('/')
  const link = await addRow(sql, 'bolt_projects', {
    user_id: member.id,
    project_name: 'Tides',
    github_repo_owner: owner.toUpperCase(),
    github_repo_name: name,
  })

  const { body } = await start(member, source)
  await until(String(body.cloneId), 'public')

  expect(
    await sql(
      `select direction, result, counts from public.sync_events
         join public.projects on projects.id = sync_events.project_id
        where projects.bolt_project_id = $1 and direction = 'inward'`,
      [link],
    ),
  ).toEqual([{ direction: 'inward', result: 'updated', counts: { files: 5 } }])
})

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test('an unanswered question ends by itself, and nothing is left', async () => {
  const { proMember, start, until, pass } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  await until(String(body.cloneId), 'asking')

  await pass(11 * 60)

  expect(await imports.row(String(body.cloneId))).toMatchObject({
    status: 'failed',
    error_code: 'cancelled',
    deleted_at: expect.any(Date),
  })
})

test('of two answers given together one counts', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const answers = await Promise.all([1, 2, 3].map(() => accept(member.token, cloneId)))
  await until(cloneId, 'public')
  const later = await accept(member.token, cloneId)

  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  expect(later).toMatchObject({ status: 409, body: { code: 'clone_not_asking' } })
})

test('an answer and a deletion given together leave nothing', async () => {
  const { testServer, proMember, start, until, atGithub } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const [answer, deletion] = await Promise.all([
    accept(member.token, cloneId),
    testServer().call('delete-temporary-clone', member.token, { body: { cloneId } }),
  ])
  const end = await until(cloneId, 'deleted')
  await testServer().settle()

  expect([202, 409]).toContain(answer.status)
  expect(deletion.status).toBe(200)
  expect(await atGithub(end.clone_full_name)).toBe('missing')
})

test('of imports started together one runs, and the others name it', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember()

  const answers = await Promise.all([1, 2, 3, 4].map(() => start(member, source)))
  const started = answers.find(({ status }) => status === 202)
  const cloneId = String(started?.body.cloneId)
  await until(cloneId, 'public')
  const later = await start(member, source)

  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
  for (const { status, body } of [...answers, later]) {
    if (status === 409) expect(body).toMatchObject({ code: 'import_running', cloneId })
  }
})

test('others’ imports are as unknown as none', async () => {
  const { testServer, proMember, published, row } = imports
  const { cloneId } = await published()
  const { member: other } = await proMember()

  const answers = await Promise.all([
    accept(other.token, cloneId),
    testServer().call('delete-temporary-clone', other.token, { body: { cloneId } }),
    testServer().call('delete-temporary-clone', other.token, {
      body: { cloneId: '00000000-0000-4000-8000-000000000001' },
    }),
  ])

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
  expect((await row(cloneId))?.status).toBe('public')
})

const accept = (token: string, cloneId: string) =>
  imports.testServer().call('continue-private-import', token, {
    body: { cloneId, acceptSecrets: true },
  })

const publicMs = (row: Awaited<ReturnType<typeof imports.row>>) =>
  (row?.deleted_at?.getTime() ?? Number.NaN) - (row?.made_public_at?.getTime() ?? 0)

/** What git gets without any credentials. */
async function clone(fullName: string): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'gitferry-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = `${imports.testServer().github.webUrl}/${fullName}.git`
  await promisify(execFile)('git', ['clone', '-q', address, folder])
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) => join(entry.parentPath, entry.name))
  const files: Record<string, unknown> = {}
  const executable: string[] = []
  for (const path of paths) {
    const name = path.slice(folder.length + 1)
    files[name] = await readFile(path, 'utf8')
    if ((await stat(path)).mode & 0o100) executable.push(name)
  }

  return { ...files, executable }
}
