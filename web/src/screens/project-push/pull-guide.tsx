import { Card } from '@app/ui/card.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import type { Project } from '#api/projects/projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { ownBuilderAddress } from '#features/linked-projects/link-addresses.ts'
import { openingFailure } from '#features/simulator/failure-text.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { useNumberedOpening } from './use-numbered-opening.ts'

type Props = { project: Project; opening: ReturnType<typeof useNumberedOpening> }

/** The three steps of a member, because this page cannot write to the builder. */
export function PullGuide({ project, opening }: Props) {
  const { t } = useTranslation()
  const { openArchive, opened, isOver, isOpening, failure } = opening
  const { builderUrl } = usePublicConfig()
  // A repository's address would open a new project.
  const builder = ownBuilderAddress(builderUrl, project.link?.bolt_project_id ?? null)

  return (
    <Card title={t('project.pull.steps')}>
      <ol className={`grid gap-5 rounded-md ${isOver ? 'outline-2 outline-accent' : ''}`}>
        <Step number={1} text={t('project.pull.download')}>
          {builder && (
            <a
              href={builder}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-sm font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {t('project.pull.openBuilder')}
              <ExternalLink aria-hidden="true" className="size-3.5" />
            </a>
          )}
        </Step>
        <Step
          number={2}
          text={
            opened
              ? t('project.push.opened', { name: opened.name, count: opened.set.files.length })
              : t('project.pull.choose')
          }
        >
          {failure && <Notice tone="danger">{openingFailure(t, failure.error)}</Notice>}
          <div>
            <FileButton
              label={t(opened ? 'project.push.another' : 'project.pull.chooseFile')}
              accept=".zip,application/zip"
              isPrimary={!opened}
              isBusy={isOpening}
              onChoose={(file) => void openArchive(file)}
            />
          </div>
        </Step>
        <Step number={3} text={t('project.pull.replace')} />
      </ol>
    </Card>
  )
}

function Step(props: { number: number; text: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-6 flex-none place-items-center rounded-full bg-sunken text-sm font-medium text-ink-soft tabular"
      >
        {props.number}
      </span>
      <div className="grid min-w-0 flex-1 gap-2.5">
        <p className="break-words">{props.text}</p>
        {props.children}
      </div>
    </li>
  )
}
