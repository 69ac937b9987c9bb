// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SecretsQuestion } from '#import/secrets-question.tsx'
import { openPanel, press, text } from './open-panel.tsx'

afterEach(cleanup)

const WHOLE = { line: 1, column: 1, endColumn: 1, start: '', count: 1 }
const TOKEN = {
  path: 'src/config.ts',
  line: 7,
  column: 15,
  endColumn: 55,
  kind: 'github_token',
  start: 'ghp_',
  count: 1,
}
const ARCHIVE = { ...WHOLE, path: 'backup.zip', kind: 'unsearched_archive' }
const LARGE = { ...WHOLE, path: 'dump.sql', kind: 'unsearched_size' }
const STOP = { ...WHOLE, path: 'data/rows.json', line: 41, kind: 'search_stopped' }

test('secrets and files that were not searched are two lists', async () => {
  await open([TOKEN, ARCHIVE, LARGE])

  expect(entriesOf('1 possible secret would become public')).toEqual([
    'src/config.ts:7:15 ghp_…a key or token of GitHub. Revoke it at github.com/settings/tokens, and read the new one from an environment variable.',
  ])
  expect(entriesOf('2 files could not be searched for secrets and would become public')).toEqual([
    'backup.zipan archive: what is in it was not searched',
    'dump.sqltoo large to be searched',
  ])
})

test('findings that are only counted belong to the number', async () => {
  await open([TOKEN, { ...WHOLE, path: 'src/config.ts', kind: 'more_in_file', count: 250 }])

  expect(entriesOf('251 possible secrets would become public')).toEqual([
    expect.stringMatching(/^src\/config\.ts:7:15/),
    'src/config.ts250 more possible secrets in this file',
  ])
})

test('where the search stopped is a sentence, and no secret', async () => {
  await open([STOP])

  await text(/^The search for secrets stopped in data\/rows\.json at line 41\. Nothing after it/)
  expect(screen.queryByRole('list')).toBeNull()
})

test('a kind that only a newer server knows is a possible secret', async () => {
  await open([{ ...TOKEN, kind: 'quantum_key' }], 'es')

  expect(screen.getByRole('listitem').textContent).toMatch(/^src\/config\.ts:7:15 ghp_…un posible/)
})

test('stopping has the focus, and each answer calls its own action', async () => {
  const { onStop, onAccept } = await open([STOP])
  expect(document.activeElement?.textContent).toBe('Stop')

  await press('Make it public all the same')
  expect([onStop.mock.calls.length, onAccept.mock.calls.length]).toEqual([0, 1])
  await press('Stop')

  expect([onStop.mock.calls.length, onAccept.mock.calls.length]).toEqual([1, 1])
})

async function open(findings: Parameters<typeof SecretsQuestion>[0]['findings'], language?: 'es') {
  const [onStop, onAccept] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await openPanel(
    <SecretsQuestion findings={findings} running={null} onStop={onStop} onAccept={onAccept} />,
    {},
    { ...(language && { language }) },
  )

  return { onStop, onAccept }
}

const entriesOf = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
