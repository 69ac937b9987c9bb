import { Badge } from '@app/ui/badge.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Frame } from './frame.tsx'

/** The dashboard's project list, with one project in each state that needs attention. */
export function ProjectsFrame() {
  const { t } = useTranslation()

  return (
    <Frame
      alt={t('home.frames.projects.alt')}
      title={t('home.frames.projects.title')}
      aside={t('home.frames.projects.count', { count: 3 })}
    >
      <ul className="divide-y divide-line">
        <Row name={t('home.demo.project')} repository="maralund/tide-planner">
          <Badge tone="positive">{t('home.frames.projects.inSync')}</Badge>
        </Row>
        <Row name={t('home.frames.projects.second')} repository="northpier/invoices">
          <Badge tone="accent">{t('home.frames.projects.ahead', { count: 2 })}</Badge>
        </Row>
        <Row name={t('home.frames.projects.third')} repository="northpier/status-page">
          <Badge tone="danger">{t('home.frames.projects.failed')}</Badge>
        </Row>
      </ul>
    </Frame>
  )
}

type RowProps = { name: string; repository: string; children: React.ReactNode }

function Row({ name, repository, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="grid size-8 flex-none place-items-center rounded-sm bg-accent-tint text-xs font-semibold text-accent">
        {name[0]}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-soft">{repository}</span>
      </span>
      {children}
    </li>
  )
}
