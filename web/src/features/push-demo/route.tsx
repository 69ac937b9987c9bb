import { LockIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rehearsal } from './rehearsal.ts'

type Props = { place: 'here' | 'crossing' | 'there'; onArrival: () => void }

const FERRY_PLACES = {
  here: '',
  crossing: 'animate-cross',
  there: 'translate-x-[calc(100cqi-100%)]',
}

/**
 * Two shores and what lies between. The animation's own end is the arrival, so that whoever wants less motion,
 * for whom it is cut short, arrives at once.
 */
export function Route({ place, onArrival }: Props) {
  const { t } = useTranslation()

  return (
    <div className="flex items-center gap-3 px-5 pt-5 pb-4 sm:gap-5">
      <div className="flex-none">
        <p className="text-xs text-ink-faint">{rehearsal.builder}</p>
        <p className="font-medium">{t('home.crossing.project')}</p>
        <p className="text-xs text-ink-soft">
          {t('home.crossing.files', { count: rehearsal.fileCount })}
        </p>
      </div>
      <div aria-hidden="true" className="@container relative h-10 min-w-10 flex-1">
        <span className="absolute inset-x-0 top-7 border-t-2 border-dotted border-line-strong" />
        <Ferry className={FERRY_PLACES[place]} onArrival={onArrival} />
      </div>
      <div className="min-w-0">
        <p className="text-xs text-ink-faint">{rehearsal.codeHost}</p>
        <p className="truncate font-medium">{rehearsal.repository}</p>
        <p className="flex items-center gap-1 text-xs text-ink-soft">
          <LockIcon className="size-3.5" />
          {t('home.crossing.private')}
        </p>
      </div>
    </div>
  )
}

/** The brand's ferry from the side: hull, house, and a mast that is a branch. */
function Ferry({ className, onArrival }: { className: string; onArrival: () => void }) {
  return (
    <span
      onAnimationEnd={onArrival}
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
