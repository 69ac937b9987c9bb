import { LockIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type DemoStep, examplePush } from './example-push.ts'

type Props = { step: DemoStep; onEnd: () => void }

const POSITIONS: Record<DemoStep, string> = {
  review: '',
  pushing: 'animate-transfer',
  pushed: 'translate-x-[calc(100cqi-100%)]',
}

/**
 * The project, the repository and the track between them. The end of the animation ends the push: with reduced motion the commit is shown
 * immediately.
 */
export function TransferTrack({ step, onEnd }: Props) {
  const { t } = useTranslation()

  return (
    <div className="flex items-center gap-3 px-5 pt-5 pb-4 sm:gap-5">
      <div className="flex-none">
        <p className="text-xs text-ink-faint">{examplePush.builder}</p>
        <p className="font-medium">{t('home.demo.project')}</p>
        <p className="text-xs text-ink-soft">
          {t('home.demo.files', { count: examplePush.fileCount })}
        </p>
      </div>
      <div aria-hidden="true" className="@container relative h-10 min-w-10 flex-1">
        <span className="absolute inset-x-0 top-7 border-t-2 border-dotted border-line-strong" />
        <Ferry className={POSITIONS[step]} onEnd={onEnd} />
      </div>
      <div className="min-w-0">
        <p className="text-xs text-ink-faint">{examplePush.codeHost}</p>
        <p className="truncate font-medium">{examplePush.repository}</p>
        <p className="flex items-center gap-1 text-xs text-ink-soft">
          <LockIcon className="size-3.5" />
          {t('home.demo.private')}
        </p>
      </div>
    </div>
  )
}

/** The ferry of the logo. */
function Ferry({ className, onEnd }: { className: string; onEnd: () => void }) {
  return (
    <span
      onAnimationEnd={onEnd}
      className={`absolute top-0 left-0 w-10 bg-surface px-1 ${className}`}
    >
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <g
          className="fill-accent stroke-accent"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M3 20h26l-4.5 7h-17z" />
          <path d="M11 19V7m9 4c0 4-4 4.2-9 5" fill="none" />
          <circle cx="11" cy="6" r="1.5" />
          <circle cx="20" cy="9.5" r="1.5" />
        </g>
      </svg>
    </span>
  )
}
