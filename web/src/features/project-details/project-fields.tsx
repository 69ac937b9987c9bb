import { parseProjectAddress } from '@app/contract/project-address'
import { fullName } from '@app/contract/repository-name'
import { Select } from '@app/ui/select.tsx'
import { SuggestField } from '@app/ui/suggest-field.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import type { Form } from '@app/ui/use-form.ts'
import type { Repository } from '#api/github/github-calls.ts'
import { PROJECT_STATUSES } from '#api/projects/projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { ProjectDraft } from './project-draft.ts'
import { STATUS_WORDS } from './status-words.ts'

type Props = {
  form: Form<ProjectDraft>
  /** Repositories to choose from. Null if the repository cannot be chosen: only owners can. */
  repositories: readonly Repository[] | null
}

export function ProjectFields({ form, repositories }: Props) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField {...form.field('name')} label={t('project.name')} maxLength={200} required />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          {...form.field('description')}
          label={t('project.descriptionField')}
          maxLength={10_000}
          rows={3}
        />
      </div>
      <TextField {...form.field('startDate')} label={t('project.startDate')} type="date" />
      <TextField {...form.field('endDate')} label={t('project.endDate')} type="date" />
      <Select
        {...form.choice('status')}
        label={t('project.statusField')}
        options={PROJECT_STATUSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) }))}
      />
      {repositories && <RepositoryField form={form} repositories={repositories} />}
    </div>
  )
}

function RepositoryField(props: { form: Form<ProjectDraft>; repositories: readonly Repository[] }) {
  const { t } = useTranslation()
  const { host } = new URL(usePublicConfig().github.webUrl)
  const { form, repositories } = props

  function choose(text: string) {
    const { repository } = parseProjectAddress(text, host) ?? {}
    form.change({ repository: repository ? fullName(repository) : text })
  }

  return (
    <SuggestField
      {...form.field('repository')}
      label={t('project.repository')}
      hint={t(repositories.length > 0 ? 'project.repositoryChoose' : 'project.repositoryHint')}
      suggestions={repositories.map((one) => ({
        value: one.full_name,
        note: one.private ? t('project.private') : t('project.public'),
      }))}
      openText={t('project.showRepositories')}
      nothingText={t('project.noRepository')}
      onChange={choose}
    />
  )
}
