import type { Progress as SyncProgress } from '@app/sync/progress'
import { Button } from '@app/ui/button.tsx'
import { Progress } from '@app/ui/progress.tsx'
import type { PushState } from '#service/push-state.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSecondsUntil } from '#trouble/use-seconds-until.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { useByteText } from '#words/use-sync-error-text.ts'

type Step<Name extends PushState['step']> = Extract<PushState, { step: Name }>

export function ReadingStep({ state, onCancel }: { state: Step<'reading'>; onCancel: () => void }) {
  const { t } = usePanelTexts()

  return (
    <Working
      words={
        state.all === 0
          ? t('push.readingProject')
          : t('push.reading', { k: state.done, n: state.all })
      }
      value={state.all === 0 ? 0 : state.done / state.all}
      onCancel={onCancel}
    />
  )
}

export function ComparingStep(props: { state: Step<'comparing'>; onCancel: () => void }) {
  const { t } = usePanelTexts()
  const { choice, progress } = props.state
  const phase = progress?.phase
  const { branch } = choice.target

  return (
    <Working
      words={
        phase === 'comparing'
          ? t('push.comparing', { k: progress?.done ?? 0, n: progress?.all ?? 0 })
          : t(phase === 'scanning' ? 'push.scanning' : 'push.readingBranch', { branch })
      }
      value={phase === 'comparing' && progress ? progress.done / Math.max(1, progress.all) : 0}
      waitUntil={progress?.waitUntil}
      onCancel={props.onCancel}
    />
  )
}

export function PushingStep({ state, onCancel }: { state: Step<'pushing'>; onCancel: () => void }) {
  const { t } = usePanelTexts()
  const bytes = useByteText()
  const { progress, isCreating, review } = state
  const { target, cost } = review.comparison
  const sent = progress?.bytes ?? 0

  return (
    <Working
      place={t('push.target', { repo: repoOf(target), branch: target.branch })}
      words={wordsOf()}
      value={fractionOf(progress)}
      waitUntil={progress?.waitUntil}
      detail={t('push.bytes', { sent: bytes(sent), all: bytes(Math.max(sent, cost.bytes)) })}
      onCancel={onCancel}
    />
  )

  function wordsOf(): string {
    if (isCreating) return t('push.creating', { repo: repoOf(target) })
    switch (progress?.phase) {
      case 'uploading':
        return t('push.sending', { k: progress.done, n: progress.all })
      case 'committing':
        return t('push.committing')
      default:
        return t('push.starting')
    }
  }
}

/** Uploading takes most of the time; the commit is the last tenth. */
function fractionOf(progress: SyncProgress | null): number {
  if (!progress) return 0
  const part = progress.done / Math.max(1, progress.all)
  if (progress.phase === 'uploading') return 0.9 * part

  return progress.phase === 'committing' ? 0.9 + 0.1 * part : 0
}

type WorkingProps = {
  words: string
  /** Where it goes. */
  place?: string
  value: number
  detail?: string
  waitUntil?: number | undefined
  onCancel: () => void
}

/** A progress bar with text; while GitHub requires waiting, the remaining time. */
export function Working({ words, place, value, detail, waitUntil, onCancel }: WorkingProps) {
  const { t } = usePanelTexts()
  const seconds = useSecondsUntil(waitUntil ?? null)

  return (
    <div className="grid gap-3">
      {place && <p className="font-semibold break-words">{place}</p>}
      <p role="status">{words}</p>
      <Progress label={words} value={value} max={1} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft tabular">
          {seconds > 0 ? t('push.waiting', { s: seconds }) : detail}
        </p>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t('panels.cancel')}
        </Button>
      </div>
    </div>
  )
}
