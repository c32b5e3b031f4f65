/** Variables of the environment without the studio's own (`AREAL_TOKEN` is a key): what programs that it starts get. */
export const withoutOwnVariables = (environment: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^AREAL_/i.test(name)))
