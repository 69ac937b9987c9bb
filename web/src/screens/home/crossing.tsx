import { BrandMark } from '#features/site/brand-mark.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BranchIcon, CheckIcon, LockIcon } from '#ui/icons.tsx'
import { type ChangedFile, ChangedFiles } from './changed-files.tsx'

const BUILDER = 'bolt.new'
const CODE_HOST = 'GitHub'
const BRANCH = 'main'
const REPOSITORY = 'maralund/tide-planner'
const COMMIT = '9f3c2ab'
const FILE_COUNT = 38

const CHANGED: ChangedFile[] = [
  { path: 'src/app.tsx', added: 48, removed: 6 },
  { path: 'src/tides/high-water.ts', added: 112, removed: 0, fate: 'added' },
  { path: 'src/tides/chart.tsx', added: 64, removed: 3 },
  { path: 'public/old-icons.css', added: 0, removed: 88, fate: 'removed' },
]

/** The product at work: one push, drawn as the extension shows it. A picture, so its caption speaks for it. */
export function Crossing() {
  const { t } = useTranslation()

  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">{t('home.crossing.caption')}</figcaption>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-float"
      >
        <div className="flex items-center border-b border-line px-5 py-3.5 font-medium">
          {t('home.crossing.title')}
          <span className="ml-auto inline-flex items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-ink-soft">
            <BranchIcon className="size-3.5" />
            {BRANCH}
          </span>
        </div>
        <Route />
        <ChangedFiles files={CHANGED} />
        <Arrival />
      </div>
    </figure>
  )
}

function Route() {
  const { t } = useTranslation()

  return (
    <div className="flex items-center gap-3 px-5 py-4 sm:gap-5">
      <div>
        <p className="text-xs text-ink-faint">{BUILDER}</p>
        <p className="font-medium">{t('home.crossing.project')}</p>
        <p className="text-xs text-ink-soft">{t('home.crossing.files', { count: FILE_COUNT })}</p>
      </div>
      <div className="relative grid flex-1 place-items-center">
        <span className="absolute inset-x-0 border-t-2 border-dotted border-line-strong" />
        <span className="relative bg-surface px-1.5">
          <BrandMark className="size-6" />
        </span>
      </div>
      <div>
        <p className="text-xs text-ink-faint">{CODE_HOST}</p>
        <p className="font-medium">{REPOSITORY}</p>
        <p className="flex items-center gap-1 text-xs text-ink-soft">
          <LockIcon className="size-3.5" />
          {t('home.crossing.private')}
        </p>
      </div>
    </div>
  )
}

function Arrival() {
  const { t } = useTranslation()

  return (
    <div className="flex items-center gap-3 border-t border-line bg-sunken px-5 py-4">
      <span className="grid size-7 flex-none place-items-center rounded-full border border-line-strong bg-surface text-positive">
        <CheckIcon className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="truncate font-medium">{t('home.crossing.commit')}</p>
        <p className="text-xs text-ink-soft">
          {t('home.crossing.arrived', { branch: BRANCH })}
          {' · '}
          <span className="font-mono">{COMMIT}</span>
        </p>
      </div>
      <span className="ml-auto hidden flex-none text-xs text-ink-soft sm:block">
        {t('home.crossing.justNow')}
      </span>
    </div>
  )
}
