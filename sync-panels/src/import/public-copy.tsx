import { COPY_PUBLIC_MS, type TemporaryClone } from '@app/contract/private-import-replies'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { useSurroundings } from '#surroundings.tsx'
import { useSecondsUntil } from '#trouble/use-seconds-until.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'

const ALL_SECONDS = COPY_PUBLIC_MS / 1000

type Props = {
  clone: TemporaryClone
  aheadMs: number
  isDeleting: boolean
  onDelete: () => void
}

/** The minute during which the builder can read the copy. The server's clock decides its end. */
export function PublicCopy({ clone, aheadMs, isDeleting, onDelete }: Props) {
  const { t } = usePanelTexts()
  const { builderUrl } = useSurroundings()
  const left = Math.min(ALL_SECONDS, useSecondsUntil(Date.parse(clone.delete_at) - aheadMs))

  return (
    <div className="grid justify-items-center gap-5 rounded-md border border-notice/40 bg-notice-tint p-6 text-center">
      <Ring left={left} />
      <p className="max-w-prose text-sm">{t('import.states.public')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <a
          href={`${builderUrl}/~/github.com/${clone.clone_full_name}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary')}
        >
          {t('import.open')}
        </a>
        <Button variant="secondary" isBusy={isDeleting} onClick={onDelete}>
          {t('import.deleteNow')}
        </Button>
      </div>
    </div>
  )
}

function Ring({ left }: { left: number }) {
  const { t } = usePanelTexts()

  return (
    <div
      role="timer"
      aria-label={t('import.left', { count: left })}
      className="relative grid size-28 place-items-center"
    >
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r="16" fill="none" strokeWidth="2.5" className="stroke-line" />
        <circle
          cx="18"
          cy="18"
          r="16"
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          pathLength={ALL_SECONDS}
          strokeDasharray={`${left} ${ALL_SECONDS}`}
          className="stroke-notice"
        />
      </svg>
      <span aria-hidden="true" className="text-title font-semibold tabular">
        {left}
      </span>
    </div>
  )
}
