import { SyncError } from '@app/sync/sync-error'
import { loadSyncWords } from '@app/sync/words'
import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { openingFailure } from './failure-text.ts'

test('a damaged file and a refused path are named, whatever else the engine knows of them', async () => {
  const sync = await loadSyncWords('en')
  const { t } = createTranslator('en' as const, { ...allMessages.en, ...sync })

  expect(openingFailure(t, new SyncError('zip_damaged', { path: 'a.txt', reason: 'crc' }))).toBe(
    'The ZIP file is damaged: a.txt.',
  )
  expect(openingFailure(t, new SyncError('path_refused', { path: '/a', reason: 'absolute' }))).toBe(
    '/a cannot be stored in a repository: it is an absolute path.',
  )
})
