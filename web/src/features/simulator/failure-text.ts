import { SyncError } from '@app/sync/sync-error'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** The problem of a ZIP file or folder, in the engine's texts. */
export function openingFailure(t: Translator['t'], error: unknown): string {
  if (!(error instanceof SyncError)) return t('simulator.builder.unreadable')
  const { code, facts } = error

  return t(`syncErrors.${code}`, {
    ...facts,
    ...(code === 'path_refused' && { reason: t(`pathReasons.${facts.reason}` as MessageKey) }),
    ...(code === 'zip_too_large' && { what: t(`zipLimits.${facts.what}` as MessageKey) }),
  })
}
