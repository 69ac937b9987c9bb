import { BranchIcon, CheckIcon, WarningIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Frame } from './frame.tsx'

const BRANCH = 'main'

/** A project's history: pushes with times, and one that failed. */
export function HistoryFrame() {
  const { t } = useTranslation()

  return (
    <Frame
      alt={t('home.frames.history.alt')}
      title={t('home.frames.history.title')}
      aside={
        <span className="inline-flex items-center gap-1">
          <BranchIcon className="size-3.5" />
          {`${BRANCH} · ${t('home.frames.history.today')}`}
        </span>
      }
    >
      <ul className="px-4 pb-1">
        <Push
          message={t('home.demo.commit')}
          commit="9f3c2ab"
          time="14:32"
          added={224}
          removed={97}
        />
        <Push
          message={t('home.frames.history.second')}
          commit="41d07be"
          time="11:05"
          added={31}
          removed={12}
        />
        <Push message={t('home.frames.history.third')} time="10:58" />
      </ul>
    </Frame>
  )
}

type PushProps = {
  message: string
  time: string
  /** Missing if the push failed. */
  commit?: string
  added?: number
  removed?: number
}

function Push({ message, time, commit, added, removed }: PushProps) {
  const { t } = useTranslation()
  const isDone = commit !== undefined

  return (
    <li className="flex items-center gap-3 border-line py-2.5 not-first:border-t">
      <span
        className={`grid size-6 flex-none place-items-center rounded-full ${isDone ? 'bg-positive-tint text-positive' : 'bg-danger-tint text-danger'}`}
      >
        {isDone ? <CheckIcon className="size-3.5" /> : <WarningIcon className="size-3.5" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{message}</span>
        <span className="block truncate text-xs text-ink-soft">
          {isDone ? <span className="font-mono">{commit}</span> : t('home.frames.history.failed')}
          {` · ${time}`}
        </span>
      </span>
      {isDone && (
        <span className="flex-none text-xs tabular">
          <span className="text-positive">{`+${added}`}</span>
          <span className="ml-2 text-danger">{`−${removed}`}</span>
        </span>
      )}
    </li>
  )
}
