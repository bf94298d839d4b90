#!/usr/bin/env bash
# A private RabbitMQ broker on loopback, with its own folder, data, cookie, ports and node name.
#   broker.sh start FOLDER         starts it, and returns when it accepts connections; creates the folder if necessary
#   broker.sh kill FOLDER          kills it, to simulate a crash
#   broker.sh signal FOLDER NAME   sends it a signal
#   broker.sh stop FOLDER          stops it, and its epmd
#   broker.sh ctl FOLDER ARGS ...  rabbitmqctl
#   broker.sh address FOLDER       prints amqp://...
#   broker.sh secure-address FOLDER  prints amqps://...; the certificate is FOLDER/certificate.pem
# If BROKER_OWNER is the id of a process, the broker is stopped when that process has ended.
set -euo pipefail
word=$1 folder=$2
shift 2
bin=/usr/lib/rabbitmq/bin
# Other package managers install it in other folders than Debian.
[ -x "$bin/rabbitmq-server" ] || bin=$(dirname "$(readlink -f "$(command -v rabbitmq-server)")")

# The ports are below those that the system assigns to clients, so that they stay free while the broker is not running.
free_port() {
    local port
    for _ in $(seq 200); do
        port=$((20000 + RANDOM % 10000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
    return 1
}

prepare() {
    local amqp amqps
    mkdir -p "$folder"
    amqp=$(free_port) amqps=$(free_port)
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2>/dev/null
    head -c 24 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' >"$folder/.erlang.cookie"
    chmod 400 "$folder/.erlang.cookie"
    cat >"$folder/rabbitmq.conf" <<EOF
listeners.tcp.local = 127.0.0.1:$amqp
listeners.ssl.local = 127.0.0.1:$amqps
ssl_options.certfile = $folder/certificate.pem
ssl_options.keyfile = $folder/key.pem
disk_free_limit.absolute = 50MB
log.file.level = warning
raft.wal_max_size_bytes = 16777216
EOF
    echo '[].' >"$folder/plugins"
    cat >"$folder/env" <<EOF
export HOME=$folder AMQP_PORT=$amqp AMQPS_PORT=$amqps
export ERL_EPMD_PORT=$(free_port) ERL_EPMD_ADDRESS=127.0.0.1
export RABBITMQ_NODENAME=kitbag-$amqp@localhost RABBITMQ_DIST_PORT=$(free_port)
export RABBITMQ_CONF_ENV_FILE=/dev/null RABBITMQ_CONFIG_FILE=$folder/rabbitmq.conf RABBITMQ_ADVANCED_CONFIG_FILE=$folder/none
export RABBITMQ_ENABLED_PLUGINS_FILE=$folder/plugins RABBITMQ_MNESIA_BASE=$folder/data RABBITMQ_LOG_BASE=$folder/log
# Without the options +sbwt..., idle threads of the broker spin before they sleep, and slow down everything else on the machine.
export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false
    +sbwt none +sbwtdcpu none +sbwtdio none"
# With this setting, the broker is the started process, not a child of a shell.
export RUNNING_UNDER_SYSTEMD=1
EOF
}

alive() { kill -0 "$(cat "$1" 2>/dev/null)" 2>/dev/null; }

# The broker stops soon after its owner has ended for any reason.
watch() {
    while kill -0 "$BROKER_OWNER" 2>/dev/null && [ -f "$folder/epmd.pid" ]; do sleep 2; done
    [ ! -f "$folder/epmd.pid" ] || "$0" stop "$folder"
}

start() {
    if ! alive "$folder/epmd.pid"; then
        setsid epmd </dev/null >/dev/null 2>&1 &
        echo $! >"$folder/epmd.pid"
        [ -z "${BROKER_OWNER:-}" ] || setsid "$0" watch "$folder" </dev/null >/dev/null 2>&1 &
    fi
    setsid "$bin/rabbitmq-server" </dev/null >"$folder/output" 2>&1 &
    echo $! >"$folder/pid"
    for _ in $(seq 900); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$AMQP_PORT") 2>/dev/null; then return; fi
        alive "$folder/pid" || break
        sleep 0.1
    done
    cat "$folder/output" "$folder"/log/* >&2
    echo "RabbitMQ did not start." >&2
    return 1
}

# Ends the process of a pid file: first with a signal, and with kill -9 if that takes too long.
end() {
    local pid
    pid=$(cat "$1" 2>/dev/null) || return 0
    kill "-$2" "$pid" 2>/dev/null || true
    for _ in $(seq 200); do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
    rm -f "$1"
}

# Another process may take a port before the broker does, for example a broker that is started at the same time.
start_new() {
    for _ in 1 2 3; do
        prepare
        # shellcheck source=/dev/null
        source "$folder/env"
        if start; then return; fi
        end "$folder/pid" TERM
        end "$folder/epmd.pid" TERM
        rm -rf "$folder"
    done
    return 1
}

[ -f "$folder/env" ] || [ "$word" != start ] || { start_new; exit; }
# shellcheck source=/dev/null
source "$folder/env"
case $word in
    start) start ;;
    kill) end "$folder/pid" KILL ;;
    signal) kill "-$1" "$(cat "$folder/pid")" ;;
    stop) end "$folder/pid" TERM; end "$folder/epmd.pid" TERM ;;
    watch) watch ;;
    ctl) "$bin/rabbitmqctl" -q "$@" ;;
    address) echo "amqp://guest:guest@127.0.0.1:$AMQP_PORT" ;;
    secure-address) echo "amqps://guest:guest@localhost:$AMQPS_PORT" ;;
    *) exit 2 ;;
esac
