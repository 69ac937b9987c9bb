import { repoOf } from '@app/sync-panels/target-choice'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { config } from '#config/config.ts'
import type { PushSign } from '#worker/push-signs.ts'
import { ask } from './ask.ts'
import type { Overview } from './use-overview.ts'
import { useWords } from './use-words.ts'

type Props = { overview: Overview; sign: PushSign | null; onChangeTarget: () => void }

/** The project, its repository and its state. */
export function PanelHead({ overview, sign, onChangeTarget }: Props) {
  const { t, language } = useWords()
  const { project, importing, news, banner } = overview

  return (
    <header className="grid gap-3">
      <div>
        <div className="flex min-h-8 items-start justify-between gap-3">
          <h1 className="min-w-0 text-lg font-semibold break-words">
            {project ? project.name : config.siteName}
          </h1>
          <p role="status" className="flex-none pt-1">
            {sign && (
              <Badge tone={sign.tone}>
                {t(`button.${wordOf(sign)}`, { count: 'count' in sign ? sign.count : 0 })}
              </Badge>
            )}
          </p>
        </div>
        {project && <Goes project={project} />}
      </div>
      {banner && <Notice tone="notice">{banner[language]}</Notice>}
      {importing && (
        <Notice tone="plain">{t('extension.importing', { repo: repoOf(importing) })}</Notice>
      )}
      {project?.isImported && <Imported project={project} onChange={onChangeTarget} />}
      {news && <News version={news} />}
    </header>
  )
}

/** The panel below already shows a push that just finished. */
const wordOf = ({ name }: PushSign) => (name === 'pushed' ? 'same' : name)

type Project = NonNullable<Overview['project']>

function Goes({ project: { target } }: { project: Project }) {
  const { t } = useWords()

  return (
    <p className="text-sm break-words text-ink-soft">
      {target
        ? t('extension.linkedTo', { repo: repoOf(target), branch: target.branch })
        : t('extension.notLinked')}
    </p>
  )
}

/** The link was not chosen by the user; it follows from the import. */
function Imported({ project, onChange }: { project: Project; onChange: () => void }) {
  const { t } = useWords()
  const { id, target } = project
  if (!target) return null
  const settle = () => void ask('changeProject', id, { isImported: false })

  return (
    <Notice tone="positive">
      <p>{t('extension.imported', { repo: repoOf(target), branch: target.branch })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={settle}>
          {t('extension.keep')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            settle()
            onChange()
          }}
        >
          {t('extension.change')}
        </Button>
      </div>
    </Notice>
  )
}

function News({ version }: { version: string }) {
  const { t } = useWords()

  return (
    <Notice tone="plain">
      <p>{t('extension.updated', { version })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            open(`${config.siteUrl}/docs/changelog`)
            void ask('seenNews')
          }}
        >
          {t('extension.whatsNew')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => void ask('seenNews')}>
          {t('extension.dismiss')}
        </Button>
      </div>
    </Notice>
  )
}
