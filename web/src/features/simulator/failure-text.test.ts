import { SyncError } from '@app/sync/sync-error'
import * as errors from '@app/sync/words/en'
import { createTranslator } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { openingFailure } from './failure-text.ts'

test('a damaged file and a refused path are named, whatever else the engine knows of them', () => {
  const { t } = createTranslator('en' as const, { ...allMessages.en, ...errors })

  expect(openingFailure(t, new SyncError('zip_damaged', { path: 'a.txt', reason: 'crc' }))).toBe(
    'The ZIP file is damaged: a.txt.',
  )
  expect(openingFailure(t, new SyncError('path_refused', { path: '/a', reason: 'absolute' }))).toBe(
    '/a cannot be stored in a repository: it is an absolute path.',
  )
})
