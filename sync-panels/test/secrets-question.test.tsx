// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SecretsQuestion } from '#import/secrets-question.tsx'
import { openPanel, press, text } from './open-panel.tsx'

afterEach(cleanup)

const TOKEN = { path: 'src/config.ts', line: 7, kind: 'github_token', start: 'ghp_' }
const ARCHIVE = { path: 'backup.zip', line: 0, kind: 'unsearched_archive', start: '' }
const LARGE = { path: 'dump.sql', line: 0, kind: 'unsearched_size', start: '' }
const STOP = { path: 'data/rows.json', line: 41, kind: 'search_stopped', start: '' }

test('secrets and files that were not searched are two lists', async () => {
  await open([TOKEN, ARCHIVE, LARGE])

  expect(entriesOf('1 possible secret would become public')).toEqual([
    'src/config.ts:7 ghp_…a key or token of GitHub. Revoke it at github.com/settings/tokens, and read the new one from an environment variable.',
  ])
  expect(entriesOf('2 files could not be searched for secrets and would become public')).toEqual([
    'backup.zipan archive: what is in it was not searched',
    'dump.sqltoo large to be searched',
  ])
})

test('where the search stopped is a sentence, and no secret', async () => {
  await open([STOP])

  await text(/^The search for secrets stopped in data\/rows\.json at line 41\. Nothing after it/)
  expect(screen.queryByRole('list')).toBeNull()
})

test('a kind that only a newer server knows is a possible secret', async () => {
  await open([{ ...TOKEN, kind: 'quantum_key' }], 'es')

  expect(screen.getByRole('listitem').textContent).toMatch(/^src\/config\.ts:7 ghp_…un posible/)
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
