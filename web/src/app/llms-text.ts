import type { PublicConfig } from '@app/contract/public-config'
import { paths } from '#config/paths.ts'
import { guides } from '#features/guides/guides.ts'
import { questionsAndAnswers } from '#features/site/questions-and-answers.ts'
import type { Translator } from '#i18n/messages.ts'

/** The site as plain text for language models, after the proposal at llmstxt.org. */
export function llmsText({ t }: Translator, config: PublicConfig): string {
  const { siteName, siteUrl, links, supportEmail } = config
  const at = (path: string) => new URL(path, siteUrl).href
  const answers = questionsAndAnswers(t, siteName).map(
    ({ question, answer }) => `### ${question}\n\n${answer}`,
  )
  const texts = guides.map(
    ({ path, title, description }) =>
      `- [${t(title)}](${at(path)}): ${t(description, { siteName })}`,
  )

  return `# ${siteName}

> ${t('home.description', { siteName })}

## ${t('home.questions.title')}

${answers.join('\n\n')}

## ${t('home.help.guide')}

- ${t('home.help.classic.title')}: repo, delete_repo
- ${t('home.help.fine.title')}: ${t('home.help.fine.all')}; ${t('home.help.fine.administration')}: ${t('home.help.fine.readWrite')}; ${t('home.help.fine.contents')}: ${t('home.help.fine.readWrite')}

## ${t('docs.title')}

${texts.join('\n')}

## ${t('footer.label')}

- [${t('footer.pricing')}](${at(paths.pricing)})
- [${t('footer.docs')}](${at(links.docs)})
- [${t('footer.store')}](${at(links.store)})
- [${t('footer.repository')}](${links.repository})
- [${t('footer.privacy')}](${at(paths.privacyPolicy)})
- [${t('footer.terms')}](${at(paths.termsOfUse)})
- ${t('footer.support')}: ${supportEmail}
`
}
