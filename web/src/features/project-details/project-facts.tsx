import { Badge } from '@app/ui/badge.tsx'
import { Card } from '@app/ui/card.tsx'
import type { ReactNode } from 'react'
import type { Project } from '#api/projects/projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { STATUS_WORDS } from './status-words.ts'

/** For viewers, who cannot edit. */
export function ProjectFacts({ project }: { project: Project }) {
  const { t, date } = useTranslation()
  const day = (text: string | null) =>
    text ? date(new Date(`${text}T00:00`), { dateStyle: 'long' }) : t('project.details.none')

  return (
    <Card title={t('project.details.title')}>
      <dl className="grid gap-5 text-sm sm:grid-cols-2">
        <Fact label={t('project.descriptionField')} isWide>
          {project.description || t('project.details.none')}
        </Fact>
        <Fact label={t('project.startDate')}>{day(project.start_date)}</Fact>
        <Fact label={t('project.endDate')}>{day(project.end_date)}</Fact>
        <Fact label={t('project.statusField')}>
          <Badge>{t(STATUS_WORDS[project.status])}</Badge>
        </Fact>
        <Fact label={t('project.repository')}>
          {project.repository ? (
            <RepositoryLink repository={project.repository} />
          ) : (
            t('project.details.none')
          )}
        </Fact>
      </dl>
    </Card>
  )
}

export function RepositoryLink({ repository }: { repository: string }) {
  const { webUrl } = usePublicConfig().github

  return (
    <a
      href={`${webUrl}/${repository}`}
      className="font-medium break-all text-accent underline-offset-4 hover:underline"
    >
      {repository}
    </a>
  )
}

function Fact(props: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={props.isWide ? 'sm:col-span-2' : ''}>
      <dt className="text-ink-soft">{props.label}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line">{props.children}</dd>
    </div>
  )
}
