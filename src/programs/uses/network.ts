/** The places of values in the arguments of programs that reach the network. */
export const networkUses: string = `
curl
  source curl(1) (a value of --data, --header, --json or --user-agent that begins with @ is a file)
  data@ -A --user-agent -d --data --data-ascii --data-binary -H --header --json --proxy-header
  data=@ -F --form
  setting --data-urlencode unknown @
  setting --data-urlencode data *
  unknown --url-query --variable -w --write-out -b --cookie -Q --quote -t --telnet-option
  unknown -X --request
  data --data-raw --form-string -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -e --referer
  data -r --range --limit-rate --max-filesize --max-redirs -Y --speed-limit -y --speed-time -C --continue-at
  data --keepalive-time --rate --tls-max --ciphers --tls13-ciphers --curves --cert-type --key-type --proto --proto-redir
  data --expect100-timeout --happy-eyeballs-timeout-ms --parallel-max --mail-from --mail-rcpt --mail-auth --create-file-mode
  unknown -z --time-cond
  data --oauth2-bearer -u --user --request-target --local-port --aws-sigv4 --delegation --noproxy
  place --url -x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0 --resolve --connect-to --doh-url
  place --dns-servers
  place --interface --dns-interface --dns-ipv4-addr --dns-ipv6-addr -P --ftp-port --proto-default --ipfs-gateway
  send -T --upload-file
  read --etag-compare --cacert --capath --crlfile --pinnedpubkey --proxy-cacert --proxy-capath --random-file --egd-file
  load -K --config --engine -E --cert --key --netrc-file --unix-socket --abstract-unix-socket --proxy-cert --proxy-key --pubkey
  load --proxy-crlfile --pass --proxy-pass --krb --ssl-sessions --ech
  write -o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --output-dir --etag-save --hsts --alt-svc --libcurl
  flags -jJaqfGgI0ik46lLMnNZpORSs231BvV --http2-prior-knowledge --ignore-content-length --junk-session-cookies
  flags --disallow-username-in-url --mail-rcpt-allowfails --parallel-immediate --remote-header-name --suppress-connect-headers
  flags --ssl-auto-client-cert --fail --silent --location --compressed --get --insecure --include --head --globoff --verbose --next
  flags --trace-ids --no-parallel --anyauth --append --basic --cert-status --compressed-ssh --create-dirs --crlf --digest --disable
  flags --disable-eprt --disable-epsv --doh-cert-status --doh-insecure --fail-early --fail-with-body --false-start --form-escape
  flags --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-control --haproxy-protocol --http0.9
  flags --http1.0 --http1.1 --http2 --http3 --http3-only --ipv4 --ipv6 --list-only --location-trusted --manual --metalink --negotiate
  flags --netrc --netrc-optional --no-alpn --no-buffer --no-clobber --no-keepalive --no-npn --no-progress-meter --no-sessionid --ntlm
  flags --ntlm-wb --parallel --path-as-is --post301 --post302 --post303 --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure
  flags --proxy-negotiate --proxy-ntlm --proxy-tlsv1 --proxytunnel --raw --remote-name --remote-name-all --remote-time --remove-on-error
  flags --retry-all-errors --retry-connrefused --sasl-ir --show-error --socks5-basic --socks5-gssapi --socks5-gssapi-nec --ssl
  flags --ssl-allow-beast --ssl-no-revoke --ssl-reqd --sslv2 --sslv3 --styled-output --tcp-fastopen --tcp-nodelay --tftp-no-options
  flags --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-time --use-ascii --version --xattr
  flags --ftp-alternative-to-user
  with -O --remote-name --remote-name-all : place!*
  operands place*
  stdin unknown
wget
  source wget(1)
  data -t --tries -T --timeout --dns-timeout --connect-timeout --read-timeout -w --wait --waitretry --limit-rate -Q --quota -U
  data --user-agent
  data --header --referer --post-data --body-data --method --user --password --http-user --http-password --ftp-user --ftp-password
  data --retry-on-http-error --progress --restrict-file-names --prefer-family --start-pos -A --accept -R --reject --accept-regex
  data --reject-regex --regex-type -D --domains --exclude-domains --follow-tags --ignore-tags -I --include-directories -l --level
  data -X --exclude-directories --cut-dirs --max-redirect --secure-protocol --ciphers --compression --report-speed --warc-header
  data --local-encoding --remote-encoding
  place -B --base --bind-address
  read --ca-certificate --ca-directory --crl-file --certificate --private-key --pinnedpubkey --hsts-file
  send --post-file --body-file --load-cookies
  code -e --execute
  load -i --input-file --config --use-askpass --warc-dedup
  write -O --output-document -o --output-file -a --append-output -P --directory-prefix --save-cookies --rejected-log --warc-file
  write --warc-tempdir --default-page
  flags -qvcNSx46rkKmpELHbdhn --quiet --verbose --no-verbose --no-clobber --continue --timestamping --server-response --spider
  flags --no-check-certificate --show-progress --no-proxy --no-cache --no-cookies --content-disposition --content-on-error --https-only
  flags --recursive --page-requisites --convert-links --mirror --no-parent --no-host-directories --no-directories --retry-connrefused
  flags --random-wait --no-hsts --no-config --save-headers --ignore-length --no-dns-cache --background --debug
  with -O --output-document --spider : place*
  operands place!*
  texts --use-askpass
http, https, xh, xhs, curlie
  source https://httpie.io/docs/cli (\`name@file\` sends a file, \`name=@file\` reads one)
  data --timeout --max-redirects --style -s --auth-type -A --response-charset --response-mime
  unknown -a --auth --raw --boundary --format-options --print -p --pretty
  place --proxy
  load --session --session-read-only --cert --cert-key --verify --ssl --ciphers
  write -o --output
  flags -jfhbvdcFqIS --json --form --multipart --headers --body --verbose --download --continue --follow --check-status --ignore-stdin
  flags --offline --stream --all --quiet --meta --debug
  operands place place unknown*
  setting = data=@ *
  stdin data
dig, drill, kdig
  source dig(1) (an operand that begins with @ is a server)
  data -t -c -p -q
  place -b -x
  send -f
  read -k
  unknown -y
  flags -46mrhvu +short
  place @*
  operands data@*
dig
  is plain forgets
host
  source host(1)
  data -t -c -N -R -W -m -p
  flags -aACdlnrTUvVw46s
  operands data place
  is plain forgets
nslookup
  source nslookup(1)
  data -type=* -query=* -q=* -port=* -timeout=* -retry=* -class=*
  words
  flags -debug -recurse
  operands data place
  is plain forgets
whois
  source whois(1)
  data -p --port -i -T -t -v -g -q -s
  place -h --host
  flags -HaBbcdFGKLlMmrRx --verbose --no-recursion
  operands data*
  is plain forgets
ping, ping6, ping4
  source ping(8)
  data -c -i -W -w -s -t -l -m -M -p -Q -S -T -N -e
  place -I
  flags -nq46abAdDfhLOrRUvVB
  operands place*
ping
  is plain forgets
traceroute, tracepath, mtr
  source traceroute(8)
  data -m --max-hops -q --queries -w --wait -p --port -f --first -N -c --report-cycles -i --interval -s --psize -o --order
  place -g --gateway -I --interface -a --address -F --filename
  flags -46nrTUbeu --report --no-dns --tcp --udp --json --csv --raw --report-wide --show-ips --aslookup
  operands place*
traceroute
  is plain forgets
nc, ncat, netcat, nc.openbsd, nc.traditional
  source ncat(1), nc(1)
  code -e --exec -c --sh-exec --lua-exec
  operands place*
  stdin unknown
nmap, masscan, zmap
  source nmap(1)
  words
  code --script --script-args
  load --datadir --script-args-file --servicedb -iL --resume
  write -oN -oX -oG -oA -oS
  data -p --top-ports -T --exclude --max-retries --host-timeout
  flags -sS -sT -sU -sV -sn -Pn -n -v -F -O -6 --open --reason
  operands place*
rclone
  source socat(1), ftp(1), lftp(1), https://rclone.org/docs/
  operands unknown*
  code --password-command --sftp-ssh --webdav-bearer-token-command --metadata-mapper
  load --config
rclone ls, ~ lsf, ~ lsd, ~ lsl, ~ lsjson, ~ size, ~ about, ~ listremotes, ~ tree
  code --password-command --sftp-ssh --metadata-mapper
  load --config
  operands place*
ssh, autossh, slogin
  source ssh(1), ssh_config(5)
  data -p -c -m -Q -b -B
  write -E
  place -J -l
  unknown -i -L -R -D -W -w -O -e -P
  load -F -I -S
  setting -o data BatchMode ConnectTimeout ConnectionAttempts ServerAliveInterval ServerAliveCountMax Port User LogLevel Compression
  setting -o data AddressFamily TCPKeepAlive RequestTTY IPQoS NumberOfPasswordPrompts
  setting -o load *
  flags -46AaCfGgKkMNnqsTtVvXxYy
  operands place code*
  stdin code
  holds -N
  is stops line
scp
  source scp(1)
  data -P -l -c
  read -i
  place -J
  code -S -D
  load -F
  setting -o load *
  flags -346ABCOpqRrTv
  operands unknown*
  load -I
  unknown -X
  harmless BatchMode ConnectTimeout ConnectionAttempts ServerAliveInterval ServerAliveCountMax Port User LogLevel Compression
  harmless AddressFamily TCPKeepAlive RequestTTY IPQoS NumberOfPasswordPrompts
  is stops writes-files
sftp
  source sftp(1)
  operands unknown*
  stdin code
  code -S -D -s
  load -b -F
  unknown -B -c -i -J -l -P -R -X
  setting -o load *
  harmless BatchMode ConnectTimeout ConnectionAttempts ServerAliveInterval ServerAliveCountMax Port User LogLevel Compression
  harmless AddressFamily TCPKeepAlive RequestTTY IPQoS NumberOfPasswordPrompts
  is stops
rsync
  source rsync(1)
  data --exclude --include --bwlimit --timeout --contimeout --max-size --min-size --chmod --chown --info --debug --port --iconv
  data --max-delete --compress-level --zl --skip-compress --modify-window --usermap --groupmap --out-format
  read --exclude-from --include-from --password-file
  unknown --files-from
  unknown -f --filter -B --block-size --stop-after --sockopts --address --copy-as --checksum-choice --zc
  write --backup-dir --log-file -T --temp-dir --partial-dir --write-batch --only-write-batch --suffix
  dir --compare-dest --copy-dest --link-dest
  load -e --rsh --rsync-path -M --remote-option --config --dparam --read-batch --early-input
  flags -avzrnulptgoDHAXxSWcbiqCOJRdLkKyPhs0 --archive --verbose --compress --recursive --dry-run --delete --delete-after
  flags --delete-before --delete-during --delete-excluded --stats --progress --partial --checksum --update --existing --ignore-existing
  flags --itemize-changes --human-readable --list-only --numeric-ids --no-perms --no-owner --no-group --inplace --append --size-only
  flags --links --copy-links
  operands unknown*
  load --filter-command
  texts -e --rsh --rsync-path --early-input --remote-option -M
  is makes-names writes-files
ssh-keygen
  source ssh-keygen(1)
  data -t -b -C -m -a -E -I -n -V -z
  load -D -w -s
  with -l -B : unknown -f=read
  unknown -f -O -N -P -M -Y -F -R -r -J -j -Z
  flags -lqvByeiLpcAgHhKkQUu
ssh-keyscan
  source ssh-keyscan(1)
  data -p -t -T -O
  load -f
  flags -46cDHvq
  operands place*
openssl
  source openssl(1)
  words
  operands code*
  roles text
  stdin code
  is extracts
openssl x509, ~ verify, ~ rsa, ~ pkey, ~ crl, ~ ec, ~ pkcs7, ~ asn1parse, ~ pkcs12, ~ req
  data -inform -outform -checkend -nameopt -certopt -strparse -offset -length -verify_depth -attime
  data -verify_hostname -verify_email -verify_ip -days -set_serial
  read -in -key -CAkey -CA -signkey -untrusted -crl_file
  write -out -keyout
  unknown -passin -passout -CAfile -CApath -CAserial -extfile -extensions -addext -subj -newkey -trusted -pass -password
  load -config -engine -provider -provider-path -propquery -keyform
  flags -subject_hash -issuer_hash -noout -text -dates -subject -issuer -serial -fingerprint -sha256 -sha1 -pubkey -modulus -startdate
  flags -enddate -email -ocsp_uri -hash -alias -check -nokeys -nodes -clcerts -cacerts -info -pubin -pubout -verify -new -x509
  flags -print_certs -nocert
  operands read*
  words
openssl s_client
  data -servername -verify -alpn -starttls -ciphersuites -cipher
  place -connect -host -proxy
  unknown -CAfile -CApath -cert -key -sess_out -keylogfile -msgfile
  load -config -engine -provider -provider-path
  flags -showcerts -brief -quiet -tls1_2 -tls1_3 -verify_return_error -no_ign_eof
  operands place
  stdin unknown
  words
  load -keyform -propquery
openssl dgst, ~ sha256, ~ md5, ~ sha1
  read -verify -signature
  unknown -sign -hmac -passin -mac -macopt -prverify
  write -out
  load -engine -provider -provider-path -keyform
  flags -sha256 -sha1 -sha512 -md5 -hex -binary -c -r -d
  operands read*
  stdin data
  words
openssl dgst
  load -config -propquery
openssl rand
  data -num
  write -out -writerand
  flags -hex -base64
  operands data
  words
  load -engine -provider -provider-path -config -keyform -propquery
openssl ciphers, ~ version, ~ list
  flags -v -V -a -s -tls1_2 -tls1_3
  operands data
  words
openssl list
  load -engine -provider -provider-path -config -keyform -propquery
gpg, gpg2
  source gpg(1)
  code --agent-program --dirmngr-program --keyboxd-program --photo-viewer --gpgconf-program --passwd-program --keyserver-program
  load --options --homedir --exec-path --keyring
  write -o --output
  data -r --recipient -u --local-user --default-key --trust-model
  with -k -K --list-keys --list-public-keys --list-secret-keys --list-sigs --check-sigs --fingerprint : data*
  with --verify : read*
  operands unknown*
gpg
  is extracts
sops
  source https://getsops.io/docs/
  operands unknown*
  code -j
  load --config
tcpdump, dumpcap, tshark, wireshark
  source tcpdump(8)
  code -z
  write -w
  load -X -F
  operands unknown*
tcpdump, dumpcap
  read -r
  unknown -i
  data -c -s
  flags -nvqtAXxelpSK
  operands data*
tshark
  read -r
  data -i -Y -f -c -T -e -t -d -J
  flags -nVqxlp
wireshark
  unknown -r -i -Y -f
  code -X*
  texts -X
tailscale
  source openvpn(8)
  operands unknown*
tailscale status, ~ ip, ~ ping, ~ whois, ~ netcheck
  data --timeout --c
  flags -46 --json --peers --self --active
  operands data
mail, mailx, s-nail, sendmail, msmtp, mutt, swaks
  source mailx(1p)
  code -S -e -X
  operands unknown*
  stdin unknown
mail, mailx, s-nail
  load :
  stdin code
ip
  source ip(8)
  words
  data -n -netns -l -loops -f -family -rcvbuf
  load -b -batch
  flags -4 -6 -s -d -j -p -o -br -brief -json -pretty -details -statistics -color -c -h -human -r -t -a -N
  operands unknown*
ip addr show, ~ link show, ~ route show, ~ neigh show, ~ rule show, ~ a show, ~ route get
  operands data*
  words
nmcli, resolvectl, networkctl
  source ifconfig(8), nmcli(1)
  operands unknown*
resolvectl query, ~ status, nmcli device status, networkctl status, ~ list
  data -i --interface -t --type -p --protocol
  flags --no-pager --legend
  operands data*
ss
  source ss(8)
  data -f --family -A --query --socket
  read -F --filter
  write -D --diag
  unknown -N --net
  flags -KEhVnraloempTisbZz460tMSudwxHO --kill --events --help --version --numeric --resolve --all --listening --options --extended
  flags --memory --processes --threads --info --tipcinfo --summary --tos --cgroup --bpf --context --contexts --ipv4 --ipv6 --packet
  flags --tcp --mptcp --sctp --udp --dccp --raw --unix --tipc --vsock --xdp --no-header --oneline --inet-sockopt
  operands data*
  is plain forgets
netstat
  source netstat(8)
  data -A
  flags -rigsMvWnNepoclaFCZtuwxSUX46 --route --interfaces --groups --statistics --verbose --wide --numeric --numeric-hosts
  flags --numeric-ports --programs --timers --continuous --listening --all --tcp --udp --extend
  is plain forgets
iptables, ip6tables, nft, tc, ufw, firewall-cmd
  source iptables(8)
  code --modprobe
  load -f
  operands unknown*
ssh-add, ssh-agent
  source ssh-keygen(1)
  load -D -w -s
sshpass
  source sshpass(1)
  unknown -f -d -p -P
  operands prog
  is stops
mosh
  source mosh(1)
  code --ssh --server --client
  operands unknown code*
rsh, remsh, rexec, dbclient, plink
  source dbclient(1)
  code -J -proxycmd
  load -m
  unknown -l -i -p -P
  operands unknown code*
  stdin code
unison, lftp
  source lftp(1)
  code -c -e -sshcmd -sshargs
  load -f
  stdin code
aria2c
  source aria2c(1)
  code --on-download-complete --on-download-start --on-download-stop --on-download-error --on-download-pause --on-bt-download-complete
  load --conf-path -i --input-file
yt-dlp, youtube-dl
  source https://github.com/yt-dlp/yt-dlp#readme
  code --exec --exec-before-download --netrc-cmd --downloader --external-downloader --ppa --postprocessor-args --use-postprocessor
  code --downloader-args
  load --config-locations --plugin-dirs -a --batch-file --ffmpeg-location
httpie
  source https://httpie.io/docs/cli
  load --session --session-read-only
socat, socat1
  source socat(1)
  operands code*
  input-text ^(?:exec|system|shell):
telnet, ftp, tftp
  source ftp(1)
  load -s
  stdin code
openvpn
  source openvpn(8)
  code --up --down --tls-verify --route-up --plugin --ipchange --client-connect --learn-address --auth-user-pass-verify
  load --config
ansible-console
  source https://docs.ansible.com/ansible/latest/cli/ansible.html
  code -a --args -e --extra-vars --ssh-common-args --ssh-extra-args -m --module-name
  load -i --inventory -M --module-path --playbook-dir
  operands load*
`;
