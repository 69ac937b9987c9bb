import { SyncError } from '@app/sync/sync-error'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** What is wrong with a ZIP file or a folder, in the engine's own words. */
export function openingFailure(t: Translator['t'], error: unknown): string {
  if (!(error instanceof SyncError)) return t('simulator.builder.unreadable')
  const { code, facts } = error

  return t(`syncErrors.${code}`, {
    ...facts,
    ...(code === 'path_refused' && { reason: t(`pathReasons.${facts.reason}` as MessageKey) }),
    ...(code === 'zip_too_large' && { what: t(`zipLimits.${facts.what}` as MessageKey) }),
  })
}
