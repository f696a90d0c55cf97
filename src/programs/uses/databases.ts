/** The places of values in the clients of databases, queues and caches. */
export const databasesUses: string = `
psql
  with -c -f --command --file : place data
  source psql(1) (variables are interpolated only in files and standard input; \`:name\` without quotes is code)
  code -c --command
  load -f --file -P --pset
  write -L --log-file
  write| -o --output
  data -U --username -p --port -F --field-separator -R --record-separator -T --table-attr
  place -h --host -d --dbname
  setting -v load PROMPT1 PROMPT2 PROMPT3 HISTFILE EDITOR PAGER PSQL_*
  setting -v data *
  setting --set load PROMPT1 PROMPT2 PROMPT3 HISTFILE EDITOR PAGER PSQL_*
  setting --set data *
  setting --variable load PROMPT1 PROMPT2 PROMPT3 HISTFILE EDITOR PAGER PSQL_*
  setting --variable data *
  flags -lVX1abeEnqsSAHtxz0wW --list --version --no-psqlrc --single-transaction --echo-all --echo-errors --echo-queries --echo-hidden
  flags --no-readline --quiet --single-step --single-line --no-align --csv --html --tuples-only --expanded --field-separator-zero
  flags --record-separator-zero --no-password --password
  operands place data
  stdin code
  code --execute
  load --init-command
  texts -P --pset
  harmless ON_ERROR_STOP AUTOCOMMIT ON_ERROR_ROLLBACK FETCH_COUNT
  holds -c --command -f --file -l --list
  pipes-to -o --output
  language sql
pgcli, usql, cockroach, mycli, litecli
  source https://www.pgcli.com/
  code -c --command -e --execute
  load -f --file
  operands unknown*
  stdin code
pgcli, cockroach, usql
  code -P --pset
  load --init-command
  write -o --output
  unknown -d --dbname -h --host -p --port -U --username -F --field-separator -R -L -T
  setting -v load *
  setting --set load *
  setting --variable load *
  harmless ON_ERROR_STOP AUTOCOMMIT ON_ERROR_ROLLBACK FETCH_COUNT
  holds -c --command -f --file -l --list
  pipes-to -o --output
  language sql
mycli
  code --init-command --init-command-add --pager --tee
  load --defaults-file --defaults-extra-file --plugin-dir --default-auth --login-path
  unknown -h --host -u --user -P --port -D --database -S --socket
  holds -e --execute
  language sql
litecli
  code -cmd -A
  load -init -vfs
  unknown -separator -newline -nullvalue -maxsize -mmap -lookaside -pagecache
  operands unknown code*
  words
  input-options -interactive
  language sql
pg_dump
  source pg_dump(1)
  data -F --format -j --jobs -Z --compress --lock-wait-timeout -e --extension -E --encoding -n --schema -N --exclude-schema -S
  data --superuser
  data -t --table -T --exclude-table --exclude-table-data --extra-float-digits --include-foreign-data --rows-per-insert --section
  data --snapshot -p --port -U --username --role
  place -h --host -d --dbname
  unknown --restrict-key --filter
  write -f --file
  flags -vVabBcCOsxwW --verbose --version --no-sync --data-only --blobs --no-blobs --clean --create --no-owner --schema-only
  flags --no-privileges --binary-upgrade --column-inserts --disable-dollar-quoting --disable-triggers --enable-row-security --if-exists
  flags --inserts --load-via-partition-root --no-comments --no-publications --no-security-labels --no-subscriptions
  flags --no-table-access-method --no-tablespaces --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing
  flags --quote-all-identifiers --serializable-deferrable --strict-names --use-set-session-authorization --no-password --password
  operands place
pg_isready
  source pg_isready(1)
  data -p --port -t --timeout -U --username
  place -d --dbname -h --host
  flags -qV --quiet --version
pg_lsclusters
  source pg_lsclusters(1)
  flags -hjs
mysql, mariadb
  source mysql(1)
  code -e --execute --init-command --init-command-add
  load --pager --plugin-dir --default-auth --defaults-file --defaults-extra-file --defaults-group-suffix --login-path
  place -h --host
  unknown -S --socket --ssl-ca --ssl-cert --ssl-key --ssl-mode --delimiter --prompt
  write --tee
  data -u --user -D --database -P --port --connect-timeout --max-allowed-packet --default-character-set --protocol
  flags -pNBtrEHXsvwACLfqnU --password --batch --skip-column-names --table --raw --vertical --html --xml --silent --verbose
  flags --no-auto-rehash --safe-updates
  operands data
  stdin code
  texts --pager --tee
  holds -e --execute
  language sql
mysqldump, mariadb-dump
  source mysqldump(1)
  load --defaults-file --defaults-extra-file --plugin-dir --login-path --default-auth
  place -h --host
  data -u --user -P --port --ignore-table -B --databases --tables
  code -w --where --init-command
  write -r --result-file -T --tab --log-error
  flags -dnteA --no-data --no-create-info --single-transaction --quick --routines --triggers --events --skip-lock-tables --all-databases
  operands data*
mysqladmin, mariadb-admin
  source mysqladmin(1)
  load --defaults-file --defaults-extra-file --plugin-dir --login-path --default-auth
  place -h --host
  data -u --user -P --port -i --sleep -c --count --connect-timeout
  operands unknown*
mysqlshow, mysqlcheck
  source mysqlshow(1)
  load --defaults-file --defaults-extra-file --plugin-dir --login-path --default-auth
  place -h --host
  data -u --user -P --port
  flags -kitv --count --keys --status --verbose
  operands data*
sqlite3, sqlite, sqlcipher
  source sqlite3(1) (3.40.1 with -safe refuses .shell, readfile and ATTACH; a call refuses .trace, virtual tables and fsdir)
  words
  mild -safe
  code -cmd
  load -init -vfs -A
  data -separator -newline -nullvalue -maxsize -mmap -lookaside -pagecache
  unknown -nonce
  flags -append -ascii -bail -batch -box -column -csv -deserialize -echo -header -noheader -html -interactive -json -line -list
  flags -markdown -nofollow -quote -readonly -safe -stats -table -tabs -version -zip
  operands read@ code*
  stdin code
  texts -A
  input-options -interactive
  language sql
duckdb
  source https://duckdb.org/docs/stable/clients/cli/arguments
  words
  mild -safe
  code -c -s -cmd
  load -init -f
  data -separator -newline -nullvalue
  unknown -storage-version
  flags -readonly -json -csv -line -list -markdown -table -box -column -header -noheader -safe -batch -bail -echo -ascii -html -quote
  operands read: code*
  stdin code
  language sql
mongosh, mongo
  source https://www.mongodb.com/docs/mongodb-shell/reference/options/
  code --eval
  load -f --file --shell
  place --host
  data -u --username --port --authenticationDatabase
  operands load load*
  stdin code
  roles value file*
  language javascript
mongodump, mongorestore, mongoexport, mongoimport
  source https://www.mongodb.com/docs/database-tools/mongoexport/
  load --config
  place --uri -h --host
  data -d --db -c --collection -u --username --port -f --fields --type --limit --skip
  code -q --query
  unknown --sort --queryFile
  write -o --out
  operands unknown*
redis-cli, valkey-cli, keydb-cli
  source https://redis.io/docs/latest/develop/tools/cli/
  data -n -r -i -d -D --count --pattern --quoted-pattern --type --intrinsic-latency --user
  place -h -u
  unknown -p -a --pass -s --sni --cacert --cacertdir --cert --key --tls-ciphers --tls-ciphersuites --cluster --show-pushes --lru-test
  unknown --pipe-timeout --memkeys-samples
  load --eval
  write --rdb --functions-rdb
  flags -23cexX --tls --insecure --raw --no-raw --quoted-input --csv --json --quoted-json --stat --latency --latency-history --scan
  flags --bigkeys --memkeys --hotkeys --verbose --no-auth-warning --askpass
  operands code*
  stdin code
  trusts --rdb --functions-rdb
  roles value
  is stops
redis-cli/valkey-cli/keydb-cli GET, ~ get, ~ TTL, ~ ttl, ~ PTTL, ~ HGETALL, ~ hgetall, ~ HGET, ~ hget, ~ MGET, ~ mget, ~ TYPE,
~ type, ~ EXISTS, ~ exists, ~ LRANGE, ~ lrange, ~ SMEMBERS, ~ smembers, ~ ZRANGE, ~ zrange, ~ LLEN, ~ llen, ~ SCARD, ~ scard,
~ STRLEN, ~ strlen, ~ HKEYS, ~ hkeys, ~ HLEN, ~ hlen, ~ KEYS, ~ keys, ~ SCAN, ~ scan, ~ HSCAN, ~ SSCAN, ~ ZSCAN, ~ ZSCORE,
~ ZRANK, ~ ZCARD, ~ SISMEMBER, ~ INFO, ~ info, ~ DBSIZE, ~ dbsize, ~ PING, ~ ping, ~ XRANGE, ~ XLEN, ~ XINFO, ~ SET, ~ set,
~ DEL, ~ del, ~ UNLINK, ~ INCR, ~ incr, ~ DECR, ~ EXPIRE, ~ expire, ~ HSET, ~ hset, ~ HDEL, ~ LPUSH, ~ RPUSH, ~ LPOP, ~ RPOP,
~ SADD, ~ SREM, ~ ZADD, ~ ZREM, ~ PUBLISH, ~ publish, ~ PERSIST, ~ SETEX, ~ APPEND, rabbitmqctl list_consumers, ~ list_users,
~ list_vhosts, ~ list_permissions, ~ status
  operands data*
clickhouse-client, clickhouse-local, clickhouse
  source https://clickhouse.com/docs/interfaces/cli
  code -q --query -n --multiquery
  load --queries-file -C --config-file -c --config
  place -h --host
  data -u --user -d --database --port -f --format
  operands unknown*
  stdin code
  holds -q --query --queries-file
  language sql
sqlcmd, isql, tsql, bcp
  source https://learn.microsoft.com/sql/tools/sqlcmd/sqlcmd-utility
  code -q -Q
  load -i
  setting -v code *
  place -S
  data -d -U -h -s -t -l -W
  write -o
  operands unknown*
  stdin code
  unknown -P
  holds -q -Q -i
  language sql
sqlplus, sql, db2, hdbsql
  source https://docs.oracle.com/en/database/oracle/oracle-database/19/sqpug/
  operands unknown*
  stdin code
sqlplus, sql
  code -M
  load @*
  operands unknown load*
  roles value file
  language sql
cqlsh
  source https://cassandra.apache.org/doc/latest/cassandra/managing/tools/cqlsh.html
  code -e --execute
  load -f --file --cqlshrc --credentials
  data -k --keyspace -u --username
  operands place data
  stdin code
  holds -e --execute -f --file
  language sql
cypher-shell
  source https://neo4j.com/docs/operations-manual/current/cypher-shell/
  code -P --param
  load -f --file
  place -a --address
  data -d --database -u --username --format
  operands code*
  stdin code
  unknown -p
  roles text
  language cypher
snowsql, snow, bq, trino, presto, hive, beeline, spark-sql, impala-shell
  source https://trino.io/docs/current/client/cli.html
  code -q --query -e --execute
  load -f --file --filename -i
  operands unknown*
  stdin code
snowsql, bq, trino, presto, hive, beeline, spark-sql, impala-shell
  language sql
bq ls, ~ show
  data --project_id --dataset_id --location --format -n --max_results
  flags -adj --schema
  operands data
influx, etcdctl, surreal, arangosh, dgraph
  source https://docs.influxdata.com/influxdb/v1/tools/influx-cli/, https://etcd.io/docs/latest/dev-guide/interacting_v3/
  code -execute --execute
  load -import --config
  operands unknown*
  stdin unknown
influx, etcdctl
  stdin code
surreal, arangosh
  code --javascript.execute-string
  load --javascript.execute
  stdin code
  language javascript
etcdctl get, ~ member list, ~ endpoint status, ~ endpoint health
  data --limit --order --sort-by --rev -w --write-out
  place --endpoints
  flags --prefix --keys-only --print-value-only --from-key --cluster
  operands data*
ldapsearch, ldapmodify, ldapwhoami
  source ldapsearch(1)
  place -H -h
  data -b -s -D -l -z
  load -f
  flags -xLZ
  operands data*
kafka-topics, kafka-topics.sh
  source https://kafka.apache.org/documentation/#basic_ops
  place --bootstrap-server --zookeeper
  load --command-config
  data --topic --partitions --replication-factor
  unknown --config
  flags --list --describe --exclude-internal --under-replicated-partitions --unavailable-partitions --create --delete --if-not-exists
kafka-consumer-groups, kafka-consumer-groups.sh
  source https://kafka.apache.org/documentation/#basic_ops_consumer_group
  place --bootstrap-server
  load --command-config
  data --group --topic --timeout
  flags --list --describe --members --state --offsets --all-groups --verbose
kafka-console-consumer, kafka-console-producer, kafkacat, kcat, kafka-configs, kafka-acls, kafka-get-offsets
  source https://kafka.apache.org/documentation/
  place --bootstrap-server -b
  load --consumer.config --producer.config --command-config --formatter -F
  data --topic --group --max-messages --partition --offset --timeout-ms -t -p -o -c
  operands unknown*
  stdin data
rabbitmqctl, rabbitmq-diagnostics
  source https://www.rabbitmq.com/docs/man/rabbitmqctl.8
  data -p --vhost -t --timeout --formatter -s
  place -n --node
  flags -ql --quiet --longnames --no-table-headers
rabbitmqctl eval
  operands code*
rabbitmqctl list_queues, ~ list_exchanges, ~ list_bindings, ~ list_connections, ~ list_channels
  flags --online --offline --local
  operands data*
alembic
  source https://www.prisma.io/docs/orm/reference/prisma-cli-reference
  operands unknown*
alembic history, ~ current, ~ heads, ~ show
  load -c --config -x
  data -n --name -r --rev-range
  flags -vi --verbose --indicate-current
  operands data
alembic upgrade, ~ downgrade, ~ stamp
  load -c --config -x
  flags --sql
  operands runs
alembic revision
  load -c --config -x
  data -m --message --head --rev-id --branch-label
  flags --autogenerate
dbt
  source https://docs.getdbt.com/reference/dbt-commands
  load --profiles-dir --project-dir
  data -t --target --profile --threads
dbt run, ~ test, ~ build, ~ compile, ~ ls, ~ list, ~ seed, ~ snapshot
  runs -s --select -m --models --exclude --selector
  code --vars --args
  flags -x --full-refresh --fail-fast
athena
  source https://trino.io/docs/current/client/cli.html
  code -q --query -e --execute
  load -f --file --filename -i
  stdin code
  language sql
`;
