import { SyncError } from '@app/sync/sync-error'
import { useSurroundings } from '#surroundings.tsx'
import { type PanelKey, usePanelTexts } from './use-panel-texts.ts'

/** The engine's text for an error, with its facts in the reader's language. */
export function useSyncErrorText(): (error: unknown) => string {
  const { t, date } = usePanelTexts()
  const { siteName } = useSurroundings()
  const bytes = useByteText()

  return (error) => {
    if (!(error instanceof SyncError)) return t('panels.unexpected')
    const { code, facts, retryAt } = error
    const { reason, what, size } = facts

    return t(PARTLY_DONE[`${facts.outcome} ${code}`] ?? `syncErrors.${code}`, {
      ...facts,
      siteName,
      ...(reason !== undefined &&
        code === 'path_refused' && { reason: t(`pathReasons.${reason}` as PanelKey) }),
      ...(what !== undefined && { what: t(`zipLimits.${what}` as PanelKey) }),
      ...(size !== undefined && { size: bytes(Number(size)) }),
      ...(retryAt !== undefined && { time: date(new Date(retryAt), { timeStyle: 'short' }) }),
    })
  }
}

/** The usual text says that nothing was changed, which is false here. */
const PARTLY_DONE: Partial<Record<string, PanelKey>> = {
  'unknown offline': 'push.outcomeUnknown',
  'unknown github_unavailable': 'push.outcomeUnknown',
  'begun offline': 'push.offlineBegun',
  'begun cancelled': 'push.cancelledBegun',
}

const UNITS = [
  ['megabyte', 1_000_000],
  ['kilobyte', 1000],
] as const

export function useByteText(): (size: number) => string {
  const { number } = usePanelTexts()

  return (size) => {
    const [unit, factor] = UNITS.find(([, least]) => size >= least) ?? ['byte', 1]

    return number(size / factor, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
  }
}
