// Installs the locked packages when they are missing, older than the lock file, or built for another Node.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

const changed = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

function isInstalled() {
  if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) return false;
  try {
    const Database = createRequire(`${process.cwd()}/package.json`)('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

if (!isInstalled()) {
  console.error('Installing the locked packages; SQLite is compiled, which takes about a minute.');
  // --include=dev: the compiler is one of them, whatever NODE_ENV says.
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
