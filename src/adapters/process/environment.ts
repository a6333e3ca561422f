// Builds the environment of child processes from scratch, so that no secret and no proxy of the server reaches one.

/** Variables that a caller may add: certificates of an operator's proxy, and folders that belong to the child. */
export const EXTRA_VARIABLES = [
  'HOME',
  'TMPDIR',
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
] as const;

export type ExtraVariables = Readonly<Partial<Record<(typeof EXTRA_VARIABLES)[number], string>>>;

/** The variable that marks every process of one tree; its value is the tree's id. */
export const TREE_VARIABLE = 'KEEPREEL_TREE';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Variables for the operator's pip: its settings, proxies and certificates. Not for programs that handle visitors'
 * data.
 */
const PACKAGE_VARIABLE =
  /^(PIP_[A-Z0-9_]+|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)$/;

/** The pip variables of an environment. */
export function packageVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const named = Object.entries(environment).filter(([name]) => PACKAGE_VARIABLE.test(name));
  return Object.fromEntries(named.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The complete environment of a child; `packages` only for pip. Throws TypeError for a variable that is not listed. */
export function childEnvironment(
  treeId: string,
  extra: ExtraVariables = {},
  packages: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: SYSTEM_PATH,
    HOME: '/nonexistent',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    [TREE_VARIABLE]: treeId,
  };
  for (const [name, value] of Object.entries(extra)) {
    if (!(EXTRA_VARIABLES as readonly string[]).includes(name)) {
      throw new TypeError(`${name} may not be given to a child process`);
    }
    environment[name] = value;
  }
  for (const [name, value] of Object.entries(packages)) {
    if (!PACKAGE_VARIABLE.test(name)) throw new TypeError(`${name} is no setting of pip`);
    environment[name] = value;
  }
  return environment;
}
