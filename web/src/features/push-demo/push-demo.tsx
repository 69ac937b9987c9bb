import { BranchIcon } from '@app/ui/icons.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { Dispatch } from './dispatch.tsx'
import { changedFiles, rehearsal } from './rehearsal.ts'
import { Route } from './route.tsx'

type Place = 'here' | 'crossing' | 'there'

/** The product at work, in miniature: choose what goes aboard, press the button, see the commit arrive. */
export function PushDemo() {
  const { t } = useTranslation()
  const [place, setPlace] = useState<Place>('here')
  const [count, setCount] = useState(changedFiles.length)
  const { branch, commit } = rehearsal

  return (
    <section
      aria-label={t('home.crossing.label')}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-float"
    >
      <div className="flex items-center border-b border-line px-5 py-3.5 font-medium">
        {t('home.crossing.title')}
        <span className="ml-auto inline-flex items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-ink-soft">
          <BranchIcon className="size-3.5" />
          {branch}
        </span>
      </div>
      <Route place={place} onArrival={() => setPlace('there')} />
      <ChangedFiles onCount={setCount} isFixed={place !== 'here'} />
      <Dispatch
        place={place}
        count={count}
        onPush={() => setPlace('crossing')}
        onReset={() => setPlace('here')}
      />
      <p role="status" className="sr-only">
        {place === 'crossing' && t('home.crossing.pushing')}
        {place === 'there' && t('home.crossing.said', { count, branch, commit })}
      </p>
    </section>
  )
}
