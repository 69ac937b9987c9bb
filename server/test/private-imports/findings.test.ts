import { expect, test } from 'vitest'
import { FILES, useImports } from './import-server.ts'

const imports = useImports()

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const WHOLE_FILE = { column: 1, endColumn: 1, count: 1 }

test('possible secrets are asked about before anything is made at GitHub', async () => {
  const { testServer, proMember, start, until } = imports
  const files = { ...FILES, 'src/key.ts': `\nconst key = '${TOKEN}'\n`, '.env': 'A=1\n' }
  const { member, source } = await proMember(files)
  const before = await creations()

  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  const asking = await until(cloneId, 'asking')
  const between = await creations()
  const answer = await testServer().call('continue-private-import', member.token, {
    body: { cloneId, acceptSecrets: true },
  })
  await until(cloneId, 'public')

  const column = "const key = '".length + 1
  expect(asking.findings).toEqual([
    { path: '.env', line: 1, kind: 'env_file', start: '', ...WHOLE_FILE },
    {
      path: 'src/key.ts',
      line: 2,
      column,
      endColumn: column + TOKEN.length,
      kind: 'github_token',
      start: TOKEN.slice(0, 6),
      count: 1,
    },
  ])
  expect([between, await creations()]).toEqual([before, before + 1])
  expect(answer).toMatchObject({ status: 202, body: { cloneId } })
  expect(testServer().logged()).not.toContain(TOKEN)
})

test('text that begins like a secret at every character holds up nothing', async () => {
  const { published } = imports

  const { copy } = await published({ 'worst.txt': 'eyJ-'.repeat(100_000), 'a.txt': 'a' })

  expect(copy).toMatchObject({ status: 'public', findings: [] })
})

test('what is in another encoding, large, packed or named after a key is asked about too', async () => {
  const { proMember, start, until } = imports
  const base64 = (bytes: Buffer) => ({ base64: bytes.toString('base64') })
  const { member, source } = await proMember({
    'a-utf16.txt': base64(Buffer.from(`\ufeffkey=${TOKEN}\r\n`, 'utf16le')),
    'b-large.txt': `${'x'.repeat(80)}\n`.repeat(20_000) + TOKEN,
    'c.zip': base64(Buffer.from('PK\x03\x04')),
    id_rsa: 'x',
  })

  const { body } = await start(member, source)
  const { findings } = await until(String(body.cloneId), 'asking')

  const found = { kind: 'github_token', start: TOKEN.slice(0, 6) }
  expect(findings).toEqual([
    expect.objectContaining({ path: 'a-utf16.txt', line: 1, column: 5, ...found }),
    expect.objectContaining({ path: 'b-large.txt', line: 20_001, column: 1, ...found }),
    { path: 'c.zip', line: 1, kind: 'unsearched_archive', start: '', ...WHOLE_FILE },
    { path: 'id_rsa', line: 1, kind: 'key_file', start: '', ...WHOLE_FILE },
  ])
})

test('of a file with very many secrets the others are counted, and the next file is searched', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember({
    'a.txt': `${TOKEN}\n`.repeat(300),
    'b.txt': TOKEN,
  })

  const { body } = await start(member, source)
  const { findings } = await until(String(body.cloneId), 'asking')

  expect(findings).toHaveLength(52)
  expect(findings?.slice(-2)).toEqual([
    { path: 'a.txt', line: 51, kind: 'more_in_file', start: '', ...WHOLE_FILE, count: 250 },
    expect.objectContaining({ path: 'b.txt', line: 1, kind: 'github_token', count: 1 }),
  ])
})

test('secrets that were pushed after the question are asked about again', async () => {
  const { testServer, proMember, start, until, control } = imports
  const { member, source, login } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const more = { person: login, files: { 'b.txt': TOKEN } }
  await control('POST', `repositories/${source}/commits`, more)
  await accept(member.token, cloneId)
  await testServer().settle()

  expect(await imports.row(cloneId)).toMatchObject({
    status: 'asking',
    findings: [
      expect.objectContaining({ path: 'a.txt' }),
      expect.objectContaining({ path: 'b.txt' }),
    ],
  })
})

const accept = (token: string, cloneId: string) =>
  imports.testServer().call('continue-private-import', token, {
    body: { cloneId, acceptSecrets: true },
  })

const creations = async (): Promise<number> => {
  const { webUrl } = imports.testServer().github
  const counted = await fetch(`${webUrl}/_control/requests/count?method=POST&path=/user/repos`)

  return ((await counted.json()) as { count: number }).count
}
