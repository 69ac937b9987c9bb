import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { Select } from '@app/ui/select.tsx'
import { useEffect, useState } from 'react'
import { config } from '#config/config.ts'
import type { KnownProject } from '#store/storage.ts'
import { ask } from './ask.ts'
import { ProjectSettings } from './project-settings.tsx'
import { Row, Section } from './section.tsx'
import { suspensionText } from './suspension-text.ts'
import { TokenForm } from './token-form.tsx'
import type { Overview } from './use-overview.ts'
import { useWords } from './use-words.ts'

type Props = {
  overview: Overview
  /** The project on display; the options page has none. */
  project: KnownProject | null
}

/** The project's own choices, then those of the whole browser. */
export function SettingsPanel({ overview, project }: Props) {
  return (
    <div className="grid gap-6">
      {project && <ProjectSettings project={project} />}
      <Account overview={overview} />
      <Github overview={overview} project={project?.id ?? null} />
      <Display overview={overview} />
      <Shortcut />
      <Help />
    </div>
  )
}

function Account({ overview: { session } }: { overview: Overview }) {
  const { t } = useWords()
  const isOpen = session !== null && !session.isEnded

  return (
    <Section title={t('extension.settings.account')}>
      <Row
        text={
          isOpen
            ? t('extension.settings.signedIn', { email: session.email })
            : t(session ? 'extension.settings.ended' : 'extension.settings.signedOut')
        }
      >
        {isOpen ? (
          <Button variant="secondary" size="sm" onClick={() => void ask('signOut')}>
            {t('extension.settings.signOut')}
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => void ask('signIn')}>
            {t(session ? 'extension.signInAgain' : 'extension.signIn')}
          </Button>
        )}
      </Row>
    </Section>
  )
}

type GithubProps = { overview: Overview; project: string | null }

function Github({ overview, project }: GithubProps) {
  const { t } = useWords()
  const [isToken, setToken] = useState(false)
  const { github, settings, session } = overview
  const isOwn = settings.way === 'token' && github.state === 'connected'

  return (
    <Section title={t('extension.settings.github')}>
      <Row text={<GithubState overview={overview} />}>
        {isOwn && (
          <Button variant="secondary" size="sm" onClick={() => void ask('forgetPersonalToken')}>
            {t('extension.settings.removeToken')}
          </Button>
        )}
        {session && github.state !== 'connected' && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => open(`${config.siteUrl}/settings?tab=github`)}
          >
            {t('extension.settings.connect')}
          </Button>
        )}
        {!isOwn && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isToken}
            onClick={() => setToken(!isToken)}
          >
            {t('extension.useToken')}
          </Button>
        )}
      </Row>
      {isToken && !isOwn && <TokenForm project={project} />}
    </Section>
  )
}

function GithubState({ overview: { github, settings } }: { overview: Overview }) {
  const { t } = useWords()
  const { siteName } = config
  const lacks = github.state === 'connected' ? github.lacks : []

  return (
    <div className="grid gap-1">
      <p>
        {github.state === 'connected'
          ? t(
              settings.way === 'token' ? 'extension.settings.byToken' : 'extension.settings.byApp',
              {
                login: github.login,
              },
            )
          : github.state === 'notInstalled' && github.suspension
            ? suspensionText(t, github.suspension)
            : t(`extension.settings.${github.state}`, { siteName })}
      </p>
      {lacks.includes('delete_repo') && <p>{t('extension.settings.withoutDelete')}</p>}
      {lacks.includes('workflow') && <p>{t('extension.settings.withoutWorkflow')}</p>}
    </div>
  )
}

function Display({ overview: { settings } }: { overview: Overview }) {
  const { t } = useWords()

  return (
    <Section title={t('extension.settings.display')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('extension.settings.language')}
          options={[
            { value: 'browser', label: t('extension.settings.asBrowser') },
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          value={settings.language}
          onChange={(language) => void ask('changeSettings', { language })}
        />
        <Select
          label={t('extension.settings.theme')}
          options={[
            { value: 'system', label: t('extension.settings.asSystem') },
            { value: 'light', label: t('extension.settings.light') },
            { value: 'dark', label: t('extension.settings.dark') },
          ]}
          value={settings.theme}
          onChange={(theme) => void ask('changeSettings', { theme })}
        />
      </div>
    </Section>
  )
}

/** Only the browser's own page can change it. */
const SHORTCUTS = 'chrome://extensions/shortcuts'

function Shortcut() {
  const { t } = useWords()
  const [keys, setKeys] = useState<string | null>(null)
  useEffect(() => {
    const look = async () => {
      const [command] = await chrome.commands.getAll()
      setKeys(command?.shortcut ?? '')
    }
    void look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])

  return (
    <Section title={t('extension.settings.shortcut')}>
      <Row
        text={
          keys !== null &&
          (keys
            ? t('extension.settings.shortcutIs', { keys })
            : t('extension.settings.shortcutNone'))
        }
      >
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void chrome.tabs.create({ url: SHORTCUTS })}
        >
          {t('extension.settings.shortcutChange')}
        </Button>
      </Row>
    </Section>
  )
}

function Help() {
  const { t } = useWords()
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function copyDiagnosis() {
    await navigator.clipboard.writeText(JSON.stringify(await ask('diagnosis'), null, 2))
    setCopied(true)
  }

  return (
    <Section title={t('extension.settings.help')}>
      <Row text={t('extension.settings.copyText')}>
        <Button variant="secondary" size="sm" onClick={() => void copyDiagnosis()}>
          {isCopied ? t('extension.settings.copied') : t('extension.settings.copy')}
        </Button>
      </Row>
      <Row text={t('extension.settings.version', { version: config.version })}>
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          {t('extension.settings.forget')}
        </Button>
      </Row>
      <p role="status" className="sr-only">
        {isCopied && t('extension.settings.copied')}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('extension.settings.forget')}
        text={t('extension.settings.forgetText')}
        cancelText={t('extension.settings.keep')}
        confirmText={t('extension.settings.forget')}
        onConfirm={() => void ask('forgetEverything')}
      />
    </Section>
  )
}
