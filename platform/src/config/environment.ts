import { readFileSync } from 'node:fs'
import { StartError } from '#errors/start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Problem = string

/**
 * Reads variables and collects all problems, so that one start reports them all to the operator. The value of a secret may come from the
 * file that `<NAME>_FILE` names.
 */
export function readEnvironment(environment: Environment, secrets: readonly string[] = []) {
  // A variable that is read twice is reported once.
  const problems = new Set<Problem>()
  const problem = (text: Problem) => {
    // The file's own problem is reported already; "no value" would hide it.
    if (!variables.unreadable().some((name) => text.startsWith(`${name} `))) problems.add(text)
  }
  const variables = openVariables(environment, secrets, (text) => problems.add(text))
  const { get } = variables

  return {
    ...variables,
    problem,

    text: (name: string, otherwise: string) => get(name) ?? otherwise,

    whole(name: string, otherwise: number, { min, max }: { min: number; max: number }) {
      const value = get(name)
      if (value === undefined) return otherwise
      const number = Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number

      problem(`${name} must be a whole number from ${min} to ${max}`)
      return otherwise
    },

    flag(name: string, otherwise: boolean) {
      const value = get(name)?.toLowerCase()
      if (value === undefined) return otherwise
      if (['true', '1', 'on', 'yes'].includes(value)) return true
      if (['false', '0', 'off', 'no'].includes(value)) return false

      problem(`${name} must be true or false`)
      return otherwise
    },

    oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice) {
      const value = get(name)
      if (value === undefined) return otherwise
      const choice = choices.find((one) => one === value)
      if (choice) return choice

      problem(`${name} must be one of ${choices.join(', ')}`)
      return otherwise
    },

    /** An address without a trailing slash; `protocols` as in `https:`. */
    address(name: string, otherwise: string, protocols: readonly string[]) {
      const value = get(name)
      if (value === undefined) return otherwise
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) {
        return value.replace(/\/+$/, '')
      }

      problem(`${name} must be an address that begins with ${protocols.join(' or ')}`)
      return otherwise
    },

    /** A host address without path or trailing slash. */
    origin(name: string, otherwise: string) {
      const value = get(name)
      if (value === undefined) return otherwise
      if (ORIGIN.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')

      problem(
        `${name} must be an address that begins with http: or https: and has no path, query or user, such as https://example.com`,
      )
      return otherwise
    },

    list: (name: string) =>
      (get(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),

    /** Values never appear in the message: some of them are secrets. */
    refuseProblems() {
      if (problems.size === 0) return
      throw new StartError(`The configuration is not usable: ${[...problems].join('; ')}.`)
    },
  }
}

/** The values, and the names that the program has read or declared. */
function openVariables(
  environment: Environment,
  secrets: readonly string[],
  report: (problem: Problem) => void,
) {
  const known = new Set<string>()
  const know = (...names: string[]) => {
    for (const name of names) {
      known.add(name)
      if (secrets.includes(name)) known.add(fileVariable(name))
    }
  }
  const textOf = (name: string) => {
    const value = environment[name]?.trim()

    return value === '' || (value && isServiceLink(name, value)) ? undefined : value
  }
  const isSet = (name: string) =>
    textOf(name) !== undefined ||
    (secrets.includes(name) && textOf(fileVariable(name)) !== undefined)
  // A named pipe can be read only once.
  const contents = new Map<string, string | undefined>()
  const fromFile = (name: string, file: string): string | undefined => {
    if (!contents.has(name)) contents.set(name, readSecret(file))
    const text = contents.get(name)
    if (text === undefined) report(`${fileVariable(name)} names a file that cannot be read`)
    if (text?.trim() === '') report(`${fileVariable(name)} names a file that is empty`)

    return text?.trim() === '' ? undefined : text
  }

  return {
    get: (name: string) => {
      know(name)
      const value = textOf(name)
      const file = secrets.includes(name) ? textOf(fileVariable(name)) : undefined
      if (file === undefined) return value
      if (value === undefined) return fromFile(name, file)

      report(`${name} and ${fileVariable(name)} are both set, but only one of them may be`)
      return value
    },
    /** Secrets whose file gave no value. */
    unreadable: () => [...contents].flatMap(([name, text]) => (text?.trim() ? [] : [name])),
    /** Whether there is a value, without reading the file of a secret. */
    isSet,
    /** Declares variables that are read elsewhere, or only when other variables have certain values. */
    know,
    known: () => [...known],
    /** Variables that are set but not declared. */
    unread: () =>
      Object.keys(environment).filter((name) => !known.has(name) && textOf(name) !== undefined),
  }
}

const fileVariable = (name: string) => `${name}_FILE`

/** Editors and `echo` end a file with a line break, which belongs to no secret. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

const ORIGIN = /^https?:\/\/[^/?#@\\\s]+\/*$/i

/** Kubernetes sets these for every service of a namespace, even if a program uses the names differently. */
const isServiceLink = (name: string, value: string) =>
  SERVICE_LINK.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$/

export type EnvironmentReader = ReturnType<typeof readEnvironment>
