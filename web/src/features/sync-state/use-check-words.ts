import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import type { CheckResult } from './shown-state.ts'

const STATUS: Record<CheckResult['currentPrivacyStatus'], MessageKey> = {
  Private: 'github.check.private',
  Public: 'github.check.public',
  Unknown: 'github.check.unknown',
  'No Repository': 'github.check.noRepository',
}

const REASON: Partial<Record<CheckResult['statusIndicator'], MessageKey>> = {
  'not-found': 'github.check.notFound',
  inaccessible: 'github.check.inaccessible',
}

/** The repository check as text: 'Unknown · not accessible'. */
export function useCheckWords(check: CheckResult | null): string | null {
  const { t } = useTranslation()
  if (!check) return null

  const reason = REASON[check.statusIndicator]
  const status = t(STATUS[check.currentPrivacyStatus])
  return reason ? `${status} · ${t(reason)}` : status
}
